"""The direction of imports, and what importing the packages costs."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from streamtables.spark.jvm.compiling import NEEDED, OPTIONAL
from tests.architecture.source_tree import PACKAGES, ROOT, product_trees

_JAVA = PACKAGES["streamtables"] / "spark" / "jvm" / "java"
_JAVA_LAYERS = (("immediate", "streaming"), ("statements", "picking", "writing"), ("rows", "host"), ("tables",))
_SOURCE_PATH = os.pathsep.join(str(folder.parent) for folder in PACKAGES.values())


def test_import_contracts_are_kept() -> None:
    command = [str(Path(sys.executable).with_name("lint-imports")), "--no-cache"]
    done = subprocess.run(
        command, cwd=ROOT, env=os.environ | {"PYTHONPATH": _SOURCE_PATH}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "0 broken" in done.stdout


@pytest.mark.parametrize("package", [*PACKAGES, "streamtables.cli.main"])
def test_importing_a_package_imports_no_pyspark(package: str) -> None:
    program = f"import sys, {package}; print([m for m in ('pyspark', 'py4j', 'delta', 'pandas') if m in sys.modules])"
    done = subprocess.run(
        [sys.executable, "-c", program],
        env=os.environ | {"PYTHONPATH": _SOURCE_PATH},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == "[]"


def test_rewriter_builds_no_sql_by_formatting() -> None:
    keywords = ("SELECT ", "INSERT ", "MERGE ", "UPDATE ", "DELETE ", "WHERE ", " JOIN ", "GROUP BY ", "CREATE ")
    formatted = [
        f"{path}:{node.lineno}"
        for path, tree in product_trees()
        if path.parts[0] == "rewriter"
        for node in ast.walk(tree)
        if isinstance(node, ast.JoinedStr)
        for part in node.values
        if isinstance(part, ast.Constant) and str(part.value).lstrip(" (").startswith(keywords)
    ]
    assert formatted == []


def test_no_module_outside_the_spark_layer_names_pyspark_at_run_time() -> None:
    offenders = []
    for path, tree in product_trees():
        if path.parts[:3] == ("python", "streamtables", "spark"):
            continue
        for_types_only = _for_types_only(tree)
        imports = (node for node in ast.walk(tree) if _imported_packages(node) & {"pyspark", "py4j", "delta"})
        offenders += [f"{path}:{node.lineno}" for node in imports if node not in for_types_only]
    assert offenders == []


def test_rewriter_imports_its_own_modules_at_run_time_only() -> None:
    # The contracts leave out imports for types: a circle would hide behind them.
    offenders = [
        f"{path}:{node.lineno}"
        for path, tree in product_trees()
        if path.parts[0] == "rewriter"
        for node in _for_types_only(tree)
        if _imported_packages(node) & {"", *PACKAGES}
    ]
    assert offenders == []


def test_java_packages_import_one_way() -> None:
    folders = {path.name: path for path in (_JAVA / "streamtables").iterdir()}
    assert set(folders) == {package for layer in _JAVA_LAYERS for package in layer}
    assert [path for path in _JAVA.rglob("*.java") if path.parent not in folders.values()] == []
    floors = {package: floor for floor, layer in enumerate(reversed(_JAVA_LAYERS)) for package in layer}
    offenders = [
        f"{path.relative_to(_JAVA)}: {used}"
        for package, folder in folders.items()
        for path in sorted(folder.glob("*.java"))
        for used in _java_packages_used(path)
        if floors[used] >= floors[package]
    ]
    assert offenders == []


def test_java_packages_compile_with_those_that_they_are_said_to_need() -> None:
    used = {
        folder.name: {used for path in folder.glob("*.java") for used in _java_packages_used(path)} - set(NEEDED)
        for folder in (_JAVA / "streamtables").iterdir()
    }
    assert used == {name: set() for name in NEEDED} | {name: set(needs) for name, needs in OPTIONAL.items()}


def test_java_files_stand_in_the_folders_of_their_packages() -> None:
    declared = {path: f"package {'.'.join(path.parent.relative_to(_JAVA).parts)};" for path in _JAVA.rglob("*.java")}
    assert [path for path, line in declared.items() if line not in path.read_text(encoding="utf-8").splitlines()] == []


def test_no_private_java_method_is_synchronized() -> None:
    """Janino makes private methods static ones of the class, and forgets that they are synchronized."""
    wrong = re.compile(r"private\s+(?:final\s+)?synchronized")
    assert [path.name for path in _JAVA.rglob("*.java") if wrong.search(path.read_text(encoding="utf-8"))] == []


def _java_packages_used(path: Path) -> set[str]:
    """The other packages of ours that a Java file names, in imports or in full."""
    named = re.findall(r"\bstreamtables\.([a-z]+)\.[\w*]", path.read_text(encoding="utf-8"))
    return set(named) - {path.parent.name}


def _for_types_only(tree: ast.Module) -> set[ast.AST]:
    """What stands under TYPE_CHECKING."""
    return {
        inner
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and ast.unparse(node.test) in {"TYPE_CHECKING", "typing.TYPE_CHECKING"}
        for inner in ast.walk(node)
    }


def _imported_packages(node: ast.AST) -> set[str]:
    """The top-level packages that a statement imports; empty text for its own package, by a relative import."""
    if isinstance(node, ast.Import):
        return {alias.name.split(".")[0] for alias in node.names}
    return {"" if node.level else (node.module or "").split(".")[0]} if isinstance(node, ast.ImportFrom) else set()
