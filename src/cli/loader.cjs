#!/usr/bin/env node
// Starts main.cjs from the code that V8 compiled at build time, where this V8 takes it; else as any other file.
'use strict';
const { readFileSync, writeFileSync } = require('node:fs');
const path = require('node:path');
const { Script } = require('node:vm');

const filename = path.join(__dirname, 'main.cjs');
const cacheFile = path.join(__dirname, `main.${process.arch}.${process.versions.v8}.cache`);

/** The bundle is ASCII: as latin1 it is neither decoded nor held twice as wide. */
const source = `(function(exports,require,module,__filename,__dirname){${readFileSync(filename, 'latin1')}\n})`;
const script = new Script(source, { filename, cachedData: readCache() });
script.runInThisContext()(module.exports, require, module, filename, __dirname);

if (process.env.NUNTIUS_MCP_WRITE_CODE_CACHE === '1') {
  process.once('exit', () => writeFileSync(cacheFile, script.createCachedData()));
}

function readCache() {
  try {
    return readFileSync(cacheFile);
  } catch {
    return undefined;
  }
}
