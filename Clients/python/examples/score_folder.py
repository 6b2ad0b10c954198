"""Writes the faces of a folder of pictures as Parquet:

    spark-submit score_folder.py PICTURES OUTPUT

Both are Spark paths: file:///photos, hdfs://…, s3a://bucket/photos. Spark reads the files, so only Spark needs access
to the object store. Pass `--conf spark.sql.execution.arrow.maxRecordsPerBatch=64`: the default batch of 10,000
photographs takes a gigabyte. Spark refuses a second run with the same output.
"""

import sys

from pyspark.sql import SparkSession

import facialfun.spark


def main() -> None:
    """Scores and writes, then prints the counts."""
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    spark = SparkSession.builder.appName("FacialFun").getOrCreate()
    files = (
        spark.read.format("binaryFile").option("recursiveFileLookup", "true")
        .option("pathGlobFilter", "*.{jpg,jpeg,png,JPG,JPEG,PNG}").load(sys.argv[1]))
    facialfun.spark.score(files).write.parquet(sys.argv[2])
    rows = spark.read.parquet(sys.argv[2])
    rows.groupBy("top", "errorCode").count().orderBy("top", "errorCode").show(50, truncate=False)
    spark.stop()


if __name__ == "__main__":
    main()
