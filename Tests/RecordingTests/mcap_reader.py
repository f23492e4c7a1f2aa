"""Reads a recording with the independent Python package `mcap`: checks every CRC it knows, lists
what the file holds, and prints the inputs as JSON lines.

usage: mcap_reader.py RECORDING
"""

import json
import sys

import zstandard
from mcap.reader import make_reader, NonSeekingReader
from mcap.records import Attachment, Chunk
from mcap.stream_reader import StreamReader

path = sys.argv[1]

# The stream reader walks every record in file order and validates the CRC of each chunk.
chunks = 0
with open(path, "rb") as stream:
    for record in StreamReader(stream, validate_crcs=True, emit_chunks=False).records:
        pass
with open(path, "rb") as stream:
    for record in StreamReader(stream, validate_crcs=True, emit_chunks=True).records:
        chunks += isinstance(record, Chunk)

with open(path, "rb") as stream:
    reader = make_reader(stream, validate_crcs=True)
    header = reader.get_header()
    summary = reader.get_summary()
    metadata = {item.name: item.metadata for item in reader.iter_metadata()}
    attachments = {item.name: item.data for item in reader.iter_attachments()}
    topics = {channel.topic: channel for channel in summary.channels.values()}
    counts = {
        summary.channels[key].topic: count
        for key, count in summary.statistics.channel_message_counts.items()
    }
    inputs = []
    for schema, channel, message in reader.iter_messages(topics=["/inputs"]):
        assert schema.encoding == "jsonschema" and channel.message_encoding == "json"
        inputs.append(json.loads(message.data))

description = json.loads(zstandard.decompress(attachments["description.json.zst"]))
print(
    json.dumps(
        {
            "profile": header.profile,
            "simulation": metadata["recording"]["simulation"],
            "seed": metadata["recording"]["seed"],
            "steps": metadata["statistics"]["steps"],
            "chunks": chunks,
            "indexedChunks": len(summary.chunk_indexes),
            "topics": sorted(topics),
            "counts": counts,
            "tables": [table["name"] for table in description["tables"]],
        },
        sort_keys=True,
    )
)
for value in inputs:
    print(json.dumps(value))
