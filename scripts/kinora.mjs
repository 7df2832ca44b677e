#!/usr/bin/env node
/** `npx kinora start`: the commands of package.json from any folder. */
import './run.mjs';
