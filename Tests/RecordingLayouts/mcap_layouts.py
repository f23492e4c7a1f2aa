"""Rewrites a recording in many layouts that MCAP allows, with the independent Python package `mcap`.

usage: mcap_layouts.py RECORDING FOLDER COUNT SEED

Writes COUNT files to FOLDER. Each file holds all messages, attachments and metadata of the recording. The
seed draws its layout; a line of the output names the file and its layout.
"""

import itertools
import json
import os
import random
import sys

from mcap.stream_reader import StreamReader
from mcap.records import Attachment, Channel, Message, Metadata, Schema
from mcap.writer import CompressionType, IndexType, Writer

CHUNKS = {"unchunked": None, "tiny": 1, "small": 3000, "large": 1 << 24}
COMPRESSIONS = {"plain": CompressionType.NONE, "zstd": CompressionType.ZSTD}
INDEXES = {
    "indexed": IndexType.ALL,
    "chunk-indexed": IndexType.CHUNK,
    "unindexed": IndexType.NONE,
}
FOREIGN = {"own": False, "foreign": True}
SUMS = {"sums": (True, True), "no-data-sum": (True, False), "no-sums": (False, False)}


def layouts(count: int, seed: int):
    """Draws layouts so that each choice is in one of the first ones."""
    every = list(itertools.product(CHUNKS, COMPRESSIONS, INDEXES, FOREIGN, SUMS, (False, True)))
    random.Random(seed).shuffle(every)
    return every[:count]


def write(records: list, path: str, layout: tuple, seed: int) -> None:
    chunk, compression, index, foreign, sums, repeats = layout
    draw = random.Random(seed)
    with open(path, "wb") as stream:
        writer = Writer(
            stream,
            chunk_size=CHUNKS[chunk] or 1 << 20,
            compression=COMPRESSIONS[compression],
            index_types=INDEXES[index],
            repeat_channels=repeats,
            repeat_schemas=repeats,
            use_chunking=CHUNKS[chunk] is not None,
            use_statistics=repeats,
            use_summary_offsets=repeats,
            enable_crcs=SUMS[sums][0],
            enable_data_crcs=SUMS[sums][1],
        )
        writer.start(profile="laplace", library="another writer")
        robot = None
        if FOREIGN[foreign]:
            schema = writer.register_schema("robot/Pose", "jsonschema", b'{"type":"object"}')
            robot = writer.register_channel("/robot/pose", "json", schema)
            writer.add_attachment(0, 0, "notes.txt", "text/plain", b"of another tool")
            writer.add_metadata("robot", {"name": "R2"})
        schemas = {}
        channels = {}
        number = 0
        for record in records:
            if isinstance(record, Schema):
                schemas[record.id] = writer.register_schema(
                    record.name, record.encoding, record.data
                )
            elif isinstance(record, Channel):
                channels[record.id] = writer.register_channel(
                    record.topic,
                    record.message_encoding,
                    schemas.get(record.schema_id, 0),
                    record.metadata,
                )
            elif isinstance(record, Message):
                if robot is not None and draw.random() < 0.5:
                    number += 1
                    writer.add_message(
                        robot, record.log_time, json.dumps({"x": number}).encode(), record.log_time
                    )
                writer.add_message(
                    channels[record.channel_id],
                    record.log_time,
                    record.data,
                    record.publish_time,
                    record.sequence,
                )
            elif isinstance(record, Attachment):
                writer.add_attachment(
                    record.create_time,
                    record.log_time,
                    record.name,
                    record.media_type,
                    record.data,
                )
            elif isinstance(record, Metadata):
                writer.add_metadata(record.name, record.metadata)
        writer.finish()


def main() -> None:
    recording, folder, count, seed = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
    with open(recording, "rb") as stream:
        seen = set()
        records = []
        for record in StreamReader(stream).records:
            # The summary repeats schemas and channels.
            if isinstance(record, (Schema, Channel)):
                if (type(record), record.id) in seen:
                    continue
                seen.add((type(record), record.id))
            records.append(record)
    for place, layout in enumerate(layouts(count, seed)):
        path = os.path.join(folder, f"{place}.mcap")
        write(records, path, layout, seed + place)
        print(path, " ".join(str(part) for part in layout))


main()
