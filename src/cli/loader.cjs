#!/usr/bin/env node
// Starts main.cjs from the code that V8 compiled before, where this V8 takes it; else as any other file. What is published holds no
// compiled code, since it is one V8's own: the first server that runs to its end leaves it beside main.cjs, where that may be
// written. Whoever may write there may change main.cjs too, so it is trusted as much as that.
'use strict';
const { readFileSync, renameSync, rmSync, writeFileSync } = require('node:fs');
const path = require('node:path');
const { Script } = require('node:vm');

/** Of this very main.cjs, by its digest: filled in by the build. */
const BUILD = 'BUILD_ID';
const filename = path.join(__dirname, 'main.cjs');
const cacheFile = path.join(__dirname, `main.${BUILD}.${process.arch}.${process.versions.v8}.cache`);

/** The bundle is ASCII: as latin1 it is neither decoded nor held twice as wide. */
const source = `(function(exports,require,module,__filename,__dirname){${readFileSync(filename, 'latin1')}\n})`;
const cachedData = readCache();
const script = new Script(source, { filename, cachedData });
script.runInThisContext()(module.exports, require, module, filename, __dirname);

// Only a server that was well: what anything else has compiled is not what the next start needs.
const [command = 'serve', ...options] = process.argv.slice(2).filter((arg) => !/^--(?!help$|version$)/.test(arg));
if (cachedData === undefined && command === 'serve' && !options.includes('--help'))
  process.once('exit', (code) => (code === 0 ? writeCache() : undefined));

function readCache() {
  try {
    return readFileSync(cacheFile);
  } catch {
    return undefined;
  }
}

/** Whole or not at all: two servers may end at once. */
function writeCache() {
  const written = `${cacheFile}.${process.pid}`;
  try {
    writeFileSync(written, script.createCachedData(), { flag: 'wx' });
    renameSync(written, cacheFile);
  } catch {
    // A folder that is not to be written, a full disk: the next start compiles again.
    try {
      rmSync(written, { force: true });
    } catch {}
  }
}
