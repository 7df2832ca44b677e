#!/usr/bin/env python3
"""The key command line (npm run keys -- --help) under the name that scripts know. Needs Python 3 and Node.js."""
import os
import subprocess
import sys

SCRIPT = os.path.join(os.path.dirname(os.path.realpath(__file__)), "run.mjs")
COMMAND = ["node", SCRIPT, "keys", *sys.argv[1:]]

try:
    if os.name == "nt":  # There, exec would return at once and lose the exit code.
        sys.exit(subprocess.call(COMMAND))
    os.execvp(COMMAND[0], COMMAND)  # Becomes that process: signals and exit code are its own.
except FileNotFoundError:
    sys.exit("manage_agent_keys.py needs Node.js 20.19 or newer on the PATH (the program 'node').")
