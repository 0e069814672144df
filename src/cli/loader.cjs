#!/usr/bin/env node
// Runs the program from its parts (start, calls, rest), each read when something in it is needed, and run from the code that V8
// compiled before, where this V8 takes it; else as any other file. What is published holds no compiled code, since it is one V8's
// own: the first run that goes well leaves it beside the part, where that may be written. Whoever may write there may change the
// part too, so it is trusted as much as that.
'use strict';
const { readFileSync, renameSync, rmSync, writeFileSync } = require('node:fs');
const path = require('node:path');
const { pathToFileURL } = require('node:url');
const { Script } = require('node:vm');

/** Of these very parts, by their digest: filled in by the build. */
const BUILD = 'BUILD_ID';
const importMetaUrl = pathToFileURL(__filename).href;
const parts = new Map();
const modules = new Map();

const [command = 'serve', ...options] = process.argv.slice(2).filter((arg) => !/^--(?!help$|version$)/.test(arg));
const isServer = command === 'serve' && !options.includes('--help');

requireChunk('#start/main');

/** `#part/chunk`, or what Node brings. */
function requireChunk(name) {
  if (name[0] !== '#') return require(name);
  let module = modules.get(name);
  if (module === undefined) {
    module = { exports: {} };
    modules.set(name, module);
    partOf(name)[name](module.exports, requireChunk, module, importMetaUrl);
  }
  return module.exports;
}

function partOf(name) {
  const part = name.slice(1, name.indexOf('/'));
  let chunks = parts.get(part);
  if (chunks === undefined) {
    chunks = load(part);
    parts.set(part, chunks);
  }
  return chunks;
}

function load(part) {
  const filename = path.join(__dirname, `${part}.cjs`);
  const cacheFile = path.join(__dirname, `${part}.${BUILD}.${process.arch}.${process.versions.v8}.cache`);
  const cachedData = readCache(cacheFile);
  // The part is ASCII: as latin1 it is neither decoded nor held twice as wide.
  const script = new Script(readFileSync(filename, 'latin1'), { filename, cachedData });
  // What another command has compiled of them is not what the next server needs.
  if (cachedData === undefined && (isServer || part === 'rest'))
    process.once('exit', (code) => (code === 0 ? writeCache(cacheFile, script) : undefined));
  return script.runInThisContext();
}

function readCache(file) {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}

/** Whole or not at all: two servers may end at once. */
function writeCache(file, script) {
  const written = `${file}.${process.pid}`;
  try {
    writeFileSync(written, script.createCachedData(), { flag: 'wx' });
    renameSync(written, file);
  } catch {
    // A folder that is not to be written, a full disk: the next start compiles again.
    try {
      rmSync(written, { force: true });
    } catch {}
  }
}
