/**
 * `npm run build:types`: src/library/index.ts → dist/library/index.d.mts and .d.cts, one file of all public types. It compiles the whole
 * library, so it runs before a package is made and not with every build.
 */
import { writeFile } from 'node:fs/promises';
import { generateDtsBundle } from 'dts-bundle-generator';

const [text = ''] = generateDtsBundle(
  [
    {
      filePath: 'src/library/index.ts',
      libraries: { importedLibraries: ['@modelcontextprotocol/server'], allowedTypesLibraries: [] },
      output: { noBanner: true, exportReferencedTypes: false },
    },
  ],
  { preferredConfigPath: 'tsconfig.json' },
);
if (/from ['"](?!@modelcontextprotocol\/server['"])|<reference/.test(text))
  throw new Error('the public types name a package that is not installed with this one');
for (const file of ['index.d.mts', 'index.d.cts']) await writeFile(`dist/library/${file}`, text);
