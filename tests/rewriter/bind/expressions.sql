-- One deterministic Spark expression a line, over the view `samples` (see test_expressions_on_spark.py).
-- Each must mean the same after it was parsed and rendered.
-- literals
1
-1
- -1
1L
-1L
1S
1Y
2.5D
1.5F
1.50BD
1.5e3BD
1e3
1e-3
.5
5.
0.1
123456789012
12345678901234567890
1.10
true
NULL
'plain'
"double"
'It''s'
"say ""hi"""
'it\'s'
'back\\slash'
'tab\there'
'new\nline'
'uni\u00e9'
'oct\101'
'pct\%x'
'und\_x'
'unknown \d escape'
'semi;colon'
'a' 'b'
'dollar $1'
'ünïcödé'
r'a\d+'
R"raw \n text"
X'1F0a'
x''
date '2020-02-29'
DATE'2020-02-29'
timestamp '2020-01-01 01:02:03'
timestamp '2020-01-01 00:00:00 UTC'
timestamp_ntz '2020-01-01 00:00:00'
timestamp_ltz '2020-01-01 00:00:00+01:00'
interval 1 day
interval '1' day
interval '1 day'
interval -1 month
interval '-1' month
interval '1-2' year to month
interval '1 02:03:04' day to second
interval '1 day 2 hours'
interval 1 day 2 hours
interval 1 year 2 months
interval '10:20' hour to minute
interval 1.5 second
- interval 1 day
-- operators
i + 1
i - 1
i * 2
i / 2
i div 2
i % 3
-i
+i
~i
i & 6
i | 8
i ^ 3
i << 2
i >> 1
i + 2 * 3 - 4 / 2
(i + 2) * 3
i - (l - 1)
s || 'x' || i
'1' || i + 1 * 2
i & 1 | 2
i | 1 & 2
i ^ 1 & 3
1 << 1 + 1
i = 1
i == 1
i <> 1
i != 1
i < 2 and l > 1
i < 2 or l > 1 and b
not b
! b
not i = 1
not b and i = 1
n <=> 1
n is null
n is not null
not n is null
b is true
b is not true
b is false
b is not false
b is unknown
b is not unknown
n is distinct from i
n is not distinct from i
i between 1 and 2
i not between 1 and 2
i + 1 between 1 and 2 * 2
i in (1, 2, 3)
(i, l) in ((1, 10L), (2, 21L))
(1, i + 1, l)
i not in (1, null)
s in ('a', 'b')
s like 'a%'
s not like 'a%'
s like '%/_%' escape '/'
s like 'a\_b'
s ilike 'A%'
s not ilike 'A%'
s rlike '^a.*'
s regexp '^b'
s not rlike '^a'
s like any ('a%', 'b%')
s like all ('a%', '%b')
s not like any ('a%', 'b%')
i = 1 is null
(i = 1) = b
i > 1 = b
i = 1 or n is null and s like 'a%'
d = date '2020-01-01'
d > '2019-12-31'
-- casts
cast(i as string)
cast(s2 as int)
try_cast(s as int)
try_cast(s2 as decimal(10, 2))
i::bigint
s2::decimal(4,1)
-i::bigint
cast(dec as decimal(5))
cast(dec as dec(20,4))
cast(dec as numeric)
cast(i as float)
cast(i as real)
cast(i as double)
cast(i as long)
cast(i as short)
cast(i as byte)
cast(i as smallint)
cast(i as tinyint)
cast(s as binary)
cast(s as varchar(10))
cast(s as char(3))
cast(d as timestamp)
cast(ts as date)
cast(ts as timestamp_ntz)
cast(ts as timestamp_ltz)
cast(xs as array<bigint>)
cast(m as map<string, bigint>)
cast(st as struct<p: bigint, q: string>)
cast(st as struct<p bigint, q string>)
cast('1' as interval day)
cast('1-2' as interval year to month)
cast('1 02:03:04' as interval day to second)
int(s2)
string(i)
double(i)
float(i)
bigint(i)
decimal(i)
boolean('true')
date('2020-01-01')
timestamp('2020-01-01 00:00:00')
binary('x')
tinyint(i)
-- conditionals and nulls
case i when 1 then 'one' when 2 then 'two' else 'many' end
case when i > 1 then i end
if(i > 1, 'x', 'y')
coalesce(n, i)
nvl(n, i)
nvl2(n, 'a', 'b')
ifnull(n, 0)
nullif(i, 1)
nanvl(f, 0)
isnull(n)
isnotnull(n)
isnan(f)
greatest(i, l, 3)
least(i, l, 3)
nullifzero(i)
zeroifnull(n)
decode(i, 1, 'one', 'else')
equal_null(n, n)
-- numbers
abs(-i)
round(f, 2)
bround(2.5, 0)
ceil(f)
ceil(dec, 1)
ceiling(f)
floor(f)
floor(dec, 1)
mod(i, 2)
pmod(-i, 3)
power(i, 2)
pow(i, 2)
sqrt(i)
exp(1)
ln(i)
log(2, 8)
log(i)
log2(8)
log10(100)
sign(-i)
signum(-i)
negative(i)
positive(i)
conv('100', 2, 10)
hex(17)
unhex('4D')
bin(13)
bit_count(i)
bit_get(11, 0)
shiftleft(i, 2)
shiftright(i, 1)
shiftrightunsigned(i, 1)
i >>> 1
-i >>> 2 << 1 >> 3
factorial(5)
width_bucket(f, 0, 10, 5)
try_add(i, 1)
try_subtract(i, 1)
try_multiply(i, 2)
try_divide(i, 0)
try_mod(i, 0)
format_number(12332.123456, 4)
to_number('454', '999')
to_char(dec, '99.99')
div(7, 2)
rint(f)
pi()
e()
hash(i, s)
xxhash64(i, s)
crc32(s)
md5(s)
sha(s)
sha1(s)
sha2(s, 256)
-- strings
upper(s)
ucase(s)
lower(s)
lcase(s)
length(s)
char_length(s)
character_length(s)
len(s)
trim(s3)
trim('x' from s3)
trim(both 'x' from s3)
trim(leading 'x' from s3)
trim(trailing 'x' from s3)
trim(both from s3)
trim(leading from s3)
btrim(s3)
btrim(s3, 'x ')
ltrim(s3)
rtrim(s3)
ltrim('x', s3)
rtrim('x', s3)
substring(s, 2)
substring(s, 2, 1)
substring(s from 2 for 1)
substring(s from 2)
substr(s, 2)
substr(s, 1, 1)
substr(s from 1 for 2)
substring_index('a.b.c', '.', 2)
left(s, 1)
right(s, 1)
concat(s, '-', i)
concat_ws(',', s, s2, i)
concat_ws('-', xs)
split('a1b2c', '[0-9]')
split('a,b', ',', 1)
split_part('a.b.c', '.', 2)
replace(s, 'a', 'z')
translate(s, 'ab', 'xy')
overlay('Spark SQL' placing '_' from 6)
overlay('Spark SQL' placing 'CORE' from 7 for 0)
overlay('Spark SQL', '_', 6)
position('b' in s)
position('b', s)
position('b', s, 1)
locate('b', s)
locate('b', s, 2)
instr(s, 'b')
lpad(s, 5, '*')
rpad(s, 5, '*')
lpad(s, 5)
repeat(s, 2)
reverse(s)
initcap('hello world')
ascii(s)
char(65)
chr(65)
space(2)
startswith(s, 'a')
endswith(s, 'b')
contains(s, 'a')
like(s, 'a%')
ilike(s, 'A%')
rlike(s, 'a')
regexp(s, 'a')
regexp_like(s, 'a')
regexp_extract('100-200', '(\\d+)-(\\d+)', 1)
regexp_extract('100-200', r'(\d+)-(\d+)')
regexp_extract_all('100-200, 300-400', '(\\d+)-(\\d+)', 1)
regexp_replace('100-200', '(\\d+)', 'num')
regexp_count(s, 'a')
regexp_instr(s, 'a')
regexp_substr(s, 'a')
levenshtein(s, 'abc')
soundex(s)
base64(cast(s as binary))
unbase64('YWJj')
encode(s, 'utf-8')
decode(encode(s, 'utf-8'), 'utf-8')
format_string('%d %s', i, s)
printf('%d', i)
find_in_set('b', 'a,b')
elt(1, 'a', 'b')
sentences('Hi there')
mask('AbCD123')
url_encode('a b')
url_decode('a+b')
parse_url('http://h/p?q=1', 'HOST')
-- dates
date_add(d, 1)
date_add(d, -i)
dateadd(d, 1)
date_add(month, 1, d)
dateadd(DAY, 1, ts)
timestampadd(hour, 1, ts)
date_sub(d, 1)
add_months(d, 1)
datediff(d, date '2019-12-25')
date_diff(d, date '2019-12-25')
datediff(day, d, ts)
timestampdiff(month, d, ts)
timestampdiff(QUARTER, d, ts)
months_between(ts, d)
months_between(ts, d, false)
to_date('2020-01-01')
to_date('01/02/2020', 'dd/MM/yyyy')
try_to_date('x')
to_timestamp('2020-01-01 00:00:00')
to_timestamp('01/02/2020', 'dd/MM/yyyy')
to_timestamp_ntz('2020-01-01 00:00:00')
try_to_timestamp('x')
date_format(ts, 'yyyy-MM-dd HH')
date_format(ts, 'E')
date_format(d, 'MMMM dd, y')
date_trunc('month', ts)
date_trunc('WEEK', ts)
trunc(d, 'year')
trunc(d, 'MM')
from_unixtime(0)
from_unixtime(0, 'yyyy')
unix_timestamp(ts)
unix_timestamp('2020-01-01', 'yyyy-MM-dd')
to_unix_timestamp('2020-01-01', 'yyyy-MM-dd')
timestamp_seconds(1)
timestamp_millis(1)
timestamp_micros(1)
unix_date(d)
unix_seconds(ts)
unix_millis(ts)
unix_micros(ts)
date_from_unix_date(1)
make_date(2020, 1, 2)
make_timestamp(2020, 1, 2, 3, 4, 5)
make_interval(1, 2)
make_dt_interval(1, 2)
make_ym_interval(1, 2)
from_utc_timestamp(ts, 'Europe/Berlin')
to_utc_timestamp(ts, 'Europe/Berlin')
convert_timezone('UTC', 'Europe/Berlin', ntz)
year(d)
quarter(d)
month(d)
day(d)
dayofmonth(d)
dayofweek(d)
dayofyear(d)
weekday(d)
weekofyear(d)
hour(ts)
minute(ts)
second(ts)
extract(year from d)
extract(week from d)
extract(dow from d)
extract(dayofweek from d)
extract(doy from d)
extract(seconds from ts)
extract(HOUR from ts)
extract(day from ts - timestamp '2019-01-01 00:00:00')
date_part('week', d)
datepart('year', d)
last_day(d)
next_day(d, 'MON')
dayname(d)
monthname(d)
d + interval 1 day
d - interval '1' month
ts + interval '1 day 2 hours'
ts - interval 1 day 2 hours
ts - interval 1 hour + interval 5 minutes
d + 1
d - 1
d - date '2019-12-31'
ts - ts
d + make_interval(0, 1)
interval 1 day * i
interval '2' month / 2
-- arrays, maps, structs
array(1, 2, 3)
array(i, l)[0]
array(1, 2)[i - 1]
array()
xs[0]
try_element_at(xs, 5)
get(xs, 7)
element_at(xs, 1)
element_at(m, 'k')
m['k']
map('a', 1, 'b', 2)
map('a', 1)['a']
map_from_arrays(array('a'), array(1))
map_from_entries(array(struct('a', 1)))
map_keys(m)
map_values(m)
map_entries(m)
map_concat(m, map('z', 9))
map_contains_key(m, 'k')
map_filter(m, (k, v) -> v > 0)
map_zip_with(m, m, (k, a, b) -> a + b)
transform_keys(m, (k, v) -> concat(k, v))
transform_values(m, (k, v) -> v + 1)
str_to_map('a:1,b:2')
struct(i, s)
struct(i as x, s)
struct(i + 1, s as y).y
struct(st.p, i)
named_struct('a', i, 'b', s)
named_struct('a', i).a
st.p
samples.st.q
st.`p`
st['p']
sts[0].p
sts.p
nested.inner.z
size(xs)
cardinality(xs)
array_size(xs)
array_contains(xs, 1)
array_position(xs, 1)
array_sort(xs)
array_sort(xs, (a, b) -> case when a < b then 1 when a > b then -1 else 0 end)
sort_array(xs)
sort_array(xs, false)
array_distinct(xs)
array_max(xs)
array_min(xs)
array_union(xs, array(9))
array_intersect(xs, array(1))
array_except(xs, array(1))
array_join(array('a', 'b'), ',')
array_join(array('a', null), ',', '-')
array_append(xs, 4)
array_prepend(xs, 0)
array_insert(xs, 1, 5)
array_remove(xs, 1)
array_repeat('a', 2)
array_compact(array(1, null))
arrays_overlap(xs, array(1))
concat(xs, array(9))
flatten(array(xs, xs))
reverse(xs)
sequence(1, 5)
sequence(1, 5, 2)
sequence(date '2020-01-01', date '2020-03-01', interval 1 month)
slice(xs, 1, 2)
transform(xs, x -> x + 1)
transform(xs, (x, i) -> x * i)
transform(xs, x -> x + l)
transform(xs, x -> transform(xs, y -> x + y))
transform(sts, e -> e.p + i)
transform(sts, e -> struct(e.p, e))
filter(xs, x -> x > 1)
filter(xs, (x, i) -> i > 0)
exists(xs, x -> x > 1)
forall(xs, x -> x > 0)
aggregate(xs, 0, (acc, x) -> acc + x)
aggregate(xs, 0, (acc, x) -> acc + x, acc -> acc * 10)
reduce(xs, 0, (acc, x) -> acc + x)
zip_with(xs, xs, (x, y) -> x + y)
-- json, csv, variant, misc
get_json_object('{"a": {"b": 1}}', '$.a.b')
json_array_length('[1,2]')
json_object_keys('{"a":1}')
from_json('{"a":1}', 'a INT')
from_json('{"a":1}', 'a INT', map('mode', 'PERMISSIVE'))
to_json(struct(i, s))
to_json(named_struct('a', i))
schema_of_json('{"a":1}')
from_csv('1,x', 'a INT, b STRING')
to_csv(struct(i, s))
parse_json('{"a":1}')::string
variant_get(parse_json('{"a":1}'), '$.a', 'int')
try_variant_get(parse_json('{"a":1}'), '$.b', 'int')
parse_json('{"a":{"b":[1,{"c":2.5}]}}'):a.b[1].c::double
parse_json('{"a":{"B":[1,2]}}'):a:B[0]::int + 1
to_json(parse_json('{"a b":{"c":1}}'):`a b`)
to_json(parse_json('{"a b":{"c":1}}'):['a b'].c)
(parse_json('{"a":1}')):a::string || s
transform(array(parse_json('{"a":1}'), parse_json('{"a":2}')), e -> e:a::int)
CASE WHEN parse_json('{"a":1}'):a::int = i THEN 1 END
array(parse_json('{"a":[1]}'):a[0]::int, 5)[0]
xpath_string('<a><b>x</b></a>', 'a/b')
typeof(i)
assert_true(i > 0)
raise_error('no')
bitmap_bit_position(i)
luhn_check('79927398713')
is_valid_utf8(s)
try_to_number('x', '999')
try_to_binary('x', 'hex')
to_binary('61', 'hex')
to_varchar(dec, '99.99')
make_valid_utf8(s)
collation('x')
