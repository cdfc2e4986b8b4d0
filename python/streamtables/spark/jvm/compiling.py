"""Our Java code in the JVM that runs: compiled all of it together, or what fits into this Spark, or kept from before.

The packages without which there are no stream tables have to compile. The others are accelerators: what they use of
Spark, Delta and Hadoop may be missing in a version that nobody has tried, and then they are left out.
"""

from __future__ import annotations

import atexit
import shutil
import tempfile
import zipfile
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from streamtables.spark.jvm.kept_classes import KeptClasses, pack

SOURCES = Path(__file__).parent / "java"
_ROOT = "streamtables"
NEEDED = ("tables", "statements")
OPTIONAL: Mapping[str, tuple[str, ...]] = {
    "rows": (),
    "picking": ("rows",),
    "writing": ("rows",),
    "host": (),
    "immediate": (),
    "streaming": (),
}
"""Packages, each behind those that it needs."""
_GROWING_LOADER = "MutableURLClassLoader"
_LONGEST_REASON = 200
_CLASS = ".class"


@dataclass(frozen=True, slots=True)
class Compiled:
    """Our Java code in a JVM.

    Attributes:
        jar: All classes, for workers.
        loader: What loads them here.
        missing: Why packages did not compile, by name.
        kept: Whether an earlier process has compiled it.
    """

    jar: Path
    loader: Any
    missing: Mapping[str, str] = field(default_factory=dict)
    kept: bool = False

    def load(self, name: str) -> Any:
        """Load a class.

        Args:
            name: Package and class.

        Returns:
            The class.
        """
        return self.loader.loadClass(f"{_ROOT}.{name}")

    def load_all(self) -> None:
        """Load every class now: whoever closes the loader later takes none of them away."""
        with zipfile.ZipFile(self.jar) as archive:
            names = [name.removesuffix(_CLASS) for name in archive.namelist() if name.endswith(_CLASS)]
        for name in names:
            self.loader.loadClass(name.replace("/", "."))


def load_java(gateway: Any, jvm: Any) -> Compiled:
    """Load our Java code: as an earlier process has compiled it, or compiled now with Janino, which Spark brings.

    Args:
        gateway: The way into the JVM.
        jvm: The JVM as py4j shows it.

    Returns:
        The code, loaded.

    Raises:
        Py4JJavaError: A package that is needed does not compile.
    """
    parent = jvm.java.lang.Thread.currentThread().getContextClassLoader()
    folder = Path(tempfile.mkdtemp(prefix="streamtables-java-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    jar = folder / "streamtables.jar"
    place = KeptClasses.of(jvm, SOURCES)
    kept = place is not None and place.copy_to(jar)
    missing: dict[str, str] = {}
    if not kept:
        missing = _compile_into(gateway, jvm, parent, folder, jar)
        # What is missing may fit at the next attempt: memory may have been short.
        if place is not None and not missing:
            place.keep(jar)
    urls = _urls(gateway, jvm, jar)
    if parent.getClass().getSimpleName() == _GROWING_LOADER:
        # Hadoop finds our classes by name, too.
        parent.addURL(urls[0])
        return Compiled(jar, parent, missing, kept)
    return Compiled(jar, jvm.java.net.URLClassLoader(urls, parent), missing, kept)


def _compile_into(gateway: Any, jvm: Any, parent: Any, folder: Path, jar: Path) -> dict[str, str]:
    """Compile everything into a jar; tell why some packages did not."""
    from py4j.protocol import Py4JJavaError

    classes = folder / "classes"
    missing: dict[str, str] = {}
    try:
        _compile(gateway, jvm, parent, (*NEEDED, *OPTIONAL), classes)
    except Py4JJavaError:
        classes, missing = _compile_apart(gateway, jvm, parent, folder)
    pack(classes, jar)
    return missing


def _compile_apart(gateway: Any, jvm: Any, parent: Any, folder: Path) -> tuple[Path, dict[str, str]]:
    """Compile package by package; tell why some did not."""
    from py4j.protocol import Py4JJavaError

    together = folder / "apart"
    missing: dict[str, str] = {}
    _compile(gateway, jvm, parent, NEEDED, together)
    for package, needed in OPTIONAL.items():
        lacking = [name for name in needed if name in missing]
        if lacking:
            missing[package] = missing[lacking[0]]
            continue
        loader = jvm.java.net.URLClassLoader(_urls(gateway, jvm, together), parent)
        alone = folder / package
        try:
            _compile(gateway, jvm, loader, (package,), alone)
        except Py4JJavaError as error:
            missing[package] = _reason(error)
            continue
        shutil.copytree(alone, together, dirs_exist_ok=True)
    return together, missing


def _compile(gateway: Any, jvm: Any, loader: Any, packages: Iterable[str], target: Path) -> None:
    sources = sorted(path for package in packages for path in (SOURCES / _ROOT / package).glob("*.java"))
    files = gateway.new_array(jvm.java.io.File, len(sources))
    for index, source in enumerate(sources):
        files[index] = jvm.java.io.File(str(source))
    compiler = jvm.org.codehaus.janino.Compiler()
    compiler.setIClassLoader(jvm.org.codehaus.janino.ClassLoaderIClassLoader(loader))
    compiler.setDestinationDirectory(jvm.java.io.File(str(target)), False)
    compiler.compile(files)


def _urls(gateway: Any, jvm: Any, path: Path) -> Any:
    urls = gateway.new_array(jvm.java.net.URL, 1)
    urls[0] = jvm.java.io.File(str(path)).toURI().toURL()
    return urls


def _reason(error: Any) -> str:
    """Return the compiler's first complaint, without the place of our sources."""
    text = str(error.java_exception.getMessage() or error.java_exception.getClass().getSimpleName())
    line = text.strip().split("\n", 1)[0].replace(f"{SOURCES}/", "")
    return line if len(line) <= _LONGEST_REASON else f"{line[: _LONGEST_REASON - 1]}…"
