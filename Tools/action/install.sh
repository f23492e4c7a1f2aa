#!/usr/bin/env bash
# What a build of the toolkit needs besides Swift: installed where it is missing.
source "$(dirname "${BASH_SOURCE[0]}")/../setup.sh"
need_swift
need_zstd
