// What a statement costs more in PostgreSQL where pg_ivm's views follow its table: the suite `immediate` of this
// folder's benchmarks, on the same rows and statements, without Spark. PGlite is PostgreSQL compiled to WebAssembly, in
// one process and without fsync, so its seconds are no server's; the ratios to the statement alone are what to compare.
//
//   npm install @electric-sql/pglite@0.5.14 @electric-sql/pglite-pg_ivm@0.0.15
//   node pg_ivm.mjs ROWS ROUNDS [FOLDER]
import { PGlite } from '@electric-sql/pglite'
import { pg_ivm } from '@electric-sql/pglite-pg_ivm'

const rows = Number(process.argv[2] ?? 1_000_000)
const rounds = Number(process.argv[3] ?? 5)
const accounts = 50_000
const changed = [...new Set([1, 100, rows / 100])]
const asked = {
  aggregate: 'SELECT account, count(*) AS n, sum(amount) AS total FROM {} GROUP BY account',
  filter: 'SELECT id, region, score FROM {} WHERE score < 50',
  regions: 'SELECT region, count(*) AS n, max(score) AS most FROM {} GROUP BY region',
}
const sides = {
  'statement alone': [],
  'with one aggregate': ['aggregate'],
  'with one filter': ['filter'],
  'with three views': Object.keys(asked),
}

const hash = (seed) => `abs(hashint8extended(id, ${seed}) % 1000000007)`
const regions = "(ARRAY['africa','america','asia','europe','oceania','antarctica','arctic','atlantic','indian','pacific'])"
const columns = `id, ${regions}[1 + ${hash(1)} % 10] AS region, 'c' || lpad((${hash(2)} % 100)::text, 2, '0') AS category,
  (${hash(3)} % ${accounts})::int AS account, ((${hash(4)} % 100000) / 100.0)::numeric(12, 2) AS amount,
  (${hash(5)} % 1000)::int AS score`

const db = await PGlite.create(process.argv[4] ?? 'memory://', { extensions: { pg_ivm } })
await db.exec('CREATE EXTENSION pg_ivm')
const versions = await db.query("SELECT version() AS v, (SELECT extversion FROM pg_extension WHERE extname = 'pg_ivm') AS i")
console.log(`${versions.rows[0].v.split(' on ')[0]}, pg_ivm ${versions.rows[0].i}, ${rows} rows, ${rounds} rounds`)

const tables = Object.entries(sides).map(([side, views], number) => ({ side, views, name: `src_${number}`, next: rows }))
for (const table of tables) {
  await db.exec(`CREATE TABLE ${table.name} AS SELECT ${columns} FROM generate_series(0, ${rows - 1}) AS s(id)`)
  await db.exec(`ALTER TABLE ${table.name} ADD PRIMARY KEY (id)`)
  for (const view of table.views) {
    await db.query('SELECT pgivm.create_immv($1, $2)', [`${table.name}_${view}`, asked[view].replace('{}', table.name)])
  }
  await db.exec(`ANALYZE ${table.name}`)
}

function statement(kind, table, count, round) {
  if (kind === 'INSERT') {
    const first = table.next
    table.next += count
    return `INSERT INTO ${table.name} SELECT ${columns} FROM generate_series(${first}, ${table.next - 1}) AS s(id)`
  }
  const step = Math.floor(rows / count)
  const which =
    count <= 1000
      ? `id IN (${Array.from({ length: count }, (_, i) => i * step + (round % step)).join(', ')})`
      : `id % ${step} = ${round % step}`
  return `UPDATE ${table.name} SET amount = amount + 1.25, score = (score + 7) % 1000,
    region = CASE WHEN id % 2 = 0 THEN ${regions}[1 + (id + score) % 10] ELSE region END,
    account = CASE WHEN id % 10 = 0 THEN (account + 1) % ${accounts} ELSE account END WHERE ${which}`
}

const median = (list) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)]
let turn = 0
for (const kind of ['INSERT', 'UPDATE']) {
  for (const count of changed) {
    const seconds = Object.fromEntries(tables.map((table) => [table.side, []]))
    for (let round = -1; round < rounds; round++, turn++) {
      const order = tables.map((_, i) => tables[(i + turn) % tables.length])
      for (const table of order) {
        const began = performance.now()
        await db.exec(statement(kind, table, count, turn))
        if (round >= 0) seconds[table.side].push((performance.now() - began) / 1000)
      }
    }
    const alone = median(seconds['statement alone'])
    const shown = Object.entries(seconds).map(([side, list]) => `${side} ${median(list).toFixed(4)} (${(median(list) / alone).toFixed(1)})`)
    console.log(`${kind} ${count}: ${shown.join('; ')}`)
  }
}
for (const { name, views } of tables) {
  for (const view of views) {
    const query = asked[view].replace('{}', name)
    const kept = `SELECT ${view === 'aggregate' ? 'account, n, total' : view === 'filter' ? 'id, region, score' : 'region, n, most'} FROM ${name}_${view}`
    const found = await db.query(
      `SELECT count(*)::int AS n FROM ((${query} EXCEPT ALL ${kept}) UNION ALL (${kept} EXCEPT ALL ${query})) AS d`,
    )
    if (found.rows[0].n !== 0) throw new Error(`${name}_${view} differs from its query in ${found.rows[0].n} rows`)
  }
}
console.log('every view equals its query')
await db.close()
