"""What Spark sends with each job: Hadoop's settings, without the list of where each of them comes from."""

from __future__ import annotations


def test_settings_are_sent_without_their_sources(spark):
    settings = spark.sparkContext._jsc.hadoopConfiguration()
    assert settings.size() > 500
    assert settings.getPropertySources("io.file.buffer.size") is None
    assert settings.get("io.file.buffer.size") is not None


def test_a_setting_made_later_still_tells_where_it_comes_from(spark):
    settings = spark._jvm.org.apache.hadoop.conf.Configuration(spark.sparkContext._jsc.hadoopConfiguration())
    settings.set("made.later", "here")
    assert settings.get("made.later") == "here"
    assert list(settings.getPropertySources("made.later")) == ["programmatically"]
    settings.reloadConfiguration()
    assert settings.get("made.later") == "here"
