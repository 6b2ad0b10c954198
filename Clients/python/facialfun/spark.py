"""Scores pictures on a cluster with Apache Spark's `mapInPandas`: a column of paths or of bytes in, one row per face
out.

    import facialfun.spark

    files = spark.read.format("binaryFile").option("pathGlobFilter", "*.jpg").load("s3a://bucket/photos")
    facialfun.spark.score(files).write.parquet("s3a://bucket/faces")

Every executor starts one private service, which its Python workers share; it is restarted if it dies, and ends with
them. A picture that cannot be scored is a row with `errorCode` and `errorMessage`. If a worker dies, Spark repeats
its task with the same rows. Each machine needs the package and the program `facialfun`; the wheel for the machine
contains both.
"""

from __future__ import annotations

import collections
import hashlib
import itertools
import json
import os
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .batch import records
from .pictures import Picture
from .private import PrivateService
from .table import columns, rows_of

if TYPE_CHECKING:
    import pandas
    from pyspark.sql import DataFrame
    from pyspark.sql.types import StructType

#: Number of rows per batch returned to Spark.
_ROWS = 512
#: Time for which an executor's service outlives its last worker, in seconds; tasks follow each other.
_LINGER = 30.0


def score(
    pictures: DataFrame, *, path: str | None = "path", content: str | None = None, keep: Sequence[str] = (),
    movements: bool = False, jobs: int | None = None, connections: int | None = None,
    model: str | os.PathLike[str] | None = None,
) -> DataFrame:
    """Scores a data frame of pictures: one row per face, one row without a face for a picture that has none, and one
    row with the problem for a picture that cannot be scored.

    Args:
        pictures: One row per picture. A column `content` of bytes, as in Spark's `binaryFile`, is scored; otherwise the
            files at the paths, which every executor must be able to read.
        path: The column of paths; with bytes it only names them, and may be None.
        content: The column of bytes, if it has another name.
        keep: Columns of `pictures` to keep in each row, before the others.
        movements: Whether to measure the strength of 51 movements of each face.
        jobs: Number of pictures that an executor's service scores at once; by default the cores of an executor.
        connections: Number of pictures in flight per task, 4 by default.
        model: A folder of models, or that of `facialfun-lab fit`, at the same path on every executor and here. Own
            classes add the columns `topClass` and `class.NAME`.

    Returns:
        A lazy data frame with the columns of `facialfun.table.columns`.

    Raises:
        ValueError: A column is missing or has the wrong type, or the model cannot be read.
    """
    from pyspark.sql.types import BinaryType, StringType

    types = {field.name: field.dataType for field in pictures.schema.fields}
    if content is None and isinstance(types.get("content"), BinaryType):
        content = "content"
    if content is not None and not isinstance(types.get(content), BinaryType):
        raise ValueError(f"There is no column {content} of bytes: {pictures.schema.simpleString()}.")
    if path is not None and path not in types and content is not None:
        path = None
    if path is None and content is None:
        raise ValueError("Name a column of paths or of bytes.")
    if path is not None and not isinstance(types.get(path), StringType):
        raise ValueError(f"There is no column {path} of text: {pictures.schema.simpleString()}.")
    unknown = [name for name in keep if name not in types]
    classes = () if model is None else own_classes(model)
    twice = [name for name in keep if name in columns(movements, classes=classes)]
    if unknown or twice:
        raise ValueError(f"These columns cannot be kept: {', '.join(unknown + twice)}.")
    jobs = jobs or _cores(pictures)
    scorer = _Scorer(path, content, tuple(keep), movements, jobs, connections or 4, classes,
                     None if model is None else os.path.abspath(model))
    wanted = [name for name in (path, content) if name is not None]
    return (
        pictures.select(*keep, *wanted)
        .mapInPandas(scorer, schema(pictures, keep, movements, classes))
    )


def own_classes(model: str | os.PathLike[str]) -> tuple[str, ...]:
    """The names of a model's own classes, in the order of its scores; empty unless `facialfun-lab fit` added some.

    Raises:
        ValueError: The folder has no model, or the model cannot be read.
    """
    files = [path for path in (Path(model, "manifest.json"), *sorted(Path(model).glob("*/manifest.json")))
             if path.is_file()]
    try:
        manifests = [json.loads(path.read_text(encoding="utf-8")) for path in files]
        emotions = [manifest["emotion"] for manifest in manifests if manifest.get("emotion") is not None]
        labels = [name for emotion in emotions for name in emotion.get("classes", {}).get("labels", ())]
    except (OSError, ValueError, AttributeError) as error:
        raise ValueError(f"The model in {os.fspath(model)} cannot be read: {error}") from error
    if not emotions:
        raise ValueError(f"{os.fspath(model)} contains no emotion model: use the folder that facialfun-lab fit wrote.")
    return tuple(labels)


def schema(
    pictures: DataFrame, keep: Sequence[str] = (), movements: bool = False, classes: Sequence[str] = (),
) -> StructType:
    """The schema of the data frame returned by `score`."""
    from pyspark.sql import types

    kinds: dict[str, Any] = {
        "text": types.StringType(), "whole": types.LongType(), "number": types.DoubleType(),
        "truth": types.BooleanType(),
    }
    kept = [types.StructField(name, pictures.schema[name].dataType) for name in keep]
    made = [types.StructField(name, kinds[kind]) for name, kind in columns(movements, classes=classes).items()]
    return types.StructType(kept + made)


def _cores(pictures: DataFrame) -> int | None:
    """The cores of an executor according to the session's settings, if known."""
    try:
        context = pictures.sparkSession.sparkContext
    except Exception:
        # A session over Spark Connect has none.
        return None
    if str(context.master).startswith("local"):
        return int(context.defaultParallelism)
    cores = context.getConf().get("spark.executor.cores")
    return int(cores) if cores else None


class _Scorer:
    """The object sent to the workers: maps batches of rows to batches of rows per face."""

    def __init__(
        self, path: str | None, content: str | None, keep: tuple[str, ...], movements: bool, jobs: int | None,
        connections: int, classes: tuple[str, ...], model: str | None,
    ) -> None:
        self.path, self.content, self.keep = path, content, keep
        self.classes, self.model = classes, model
        self.movements, self.jobs, self.connections = movements, jobs, connections

    def __call__(self, batches: Iterator[pandas.DataFrame]) -> Iterator[pandas.DataFrame]:
        import pandas

        names = [*self.keep, *columns(self.movements, classes=self.classes)]
        rows = self._rows(batches)
        while some := list(itertools.islice(rows, _ROWS)):
            # As objects: missing values are None, and integers stay integers.
            yield pandas.DataFrame(
                {name: pandas.Series(values, dtype=object)
                 for name, values in zip(names, zip(*some, strict=True), strict=True)})

    def _rows(self, batches: Iterable[pandas.DataFrame]) -> Iterator[tuple[Any, ...]]:
        kept: collections.deque[tuple[Any, ...]] = collections.deque()

        def pictures() -> Iterator[Picture]:
            for batch in batches:
                paths = batch[self.path] if self.path is not None else itertools.repeat("-")
                contents = batch[self.content] if self.content is not None else itertools.repeat(None)
                own = zip(*(batch[name] for name in self.keep), strict=True) if self.keep else itertools.repeat(())
                for path, content, values in zip(paths, contents, own, strict=False):
                    kept.append(values)
                    data = None if self.content is None else bytes(content) if content is not None else b""
                    yield Picture(path if isinstance(path, str) else "-", data)

        # The worker's parent is the executor, or the executor's daemon, from which all its workers come.
        service = _service(f"spark-{os.getppid()}-{self.jobs or 0}", self.jobs, self.model)
        answers = records(
            pictures(), movements=self.movements, connections=self.connections, service=service)
        for frame, record in answers:
            values = kept.popleft()
            for row in rows_of(record, frame, self.movements, classes=self.classes):
                yield (*values, *row)


_services: dict[tuple[str, int], PrivateService] = {}


def _service(name: str, jobs: int | None, model: str | None) -> PrivateService:
    """This process's hold on the executor's service; a worker keeps it for later tasks."""
    if model is not None:
        name += "-" + hashlib.sha256(os.fsencode(model)).hexdigest()[:12]
    key = (name, os.getpid())
    if key not in _services:
        _services[key] = PrivateService(shared=name, jobs=jobs, model=model, linger=_LINGER, large=False)
    return _services[key]
