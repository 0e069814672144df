/** The entry that a client needs to start this program, with its secrets by reference; and what the person has to do besides. */
import path from 'node:path';
import { type Client, configFolder, type System } from './clients.ts';

/** How this program is started: absolute, since clients have other search paths than shells. */
export interface Start {
  command: string;
  args: string[];
}

export interface Snippet {
  /** The server's name in the file. */
  name: string;
  entry: Record<string, unknown>;
  /** VS Code's `inputs`: what it asks the person for. */
  inputs: Record<string, unknown>[];
  /** Said to the person. */
  notes: string[];
}

/** @param credentials names of the settings, such as `NUNTIUS_API_KEY` */
export function snippetFor(
  client: Client,
  { name, start, credentials, system }: { name: string; start: Start; credentials: readonly string[]; system: System },
): Snippet {
  const env: Record<string, string> = {};
  const inputs: Record<string, unknown>[] = [];
  const notes: string[] = [];
  const forwarded: string[] = [];
  for (const setting of credentials) {
    if (client.secret.way === 'reference') {
      env[setting] = client.secret.write(setting);
      notes.push(`Set ${setting} in the environment that ${client.title} starts in; it is not written into the file.`);
    } else if (client.secret.way === 'forward') {
      forwarded.push(setting);
      notes.push(`Set ${setting} in the environment that ${client.title} starts in; it is passed on by its name.`);
    } else if (client.secret.way === 'input') {
      const id = setting.toLowerCase().replaceAll('_', '-');
      env[setting] = `\${input:${id}}`;
      inputs.push({ type: 'promptString', id, description: setting, password: true });
      notes.push(`${client.title} asks for ${setting} at the first start and keeps it safe.`);
    } else {
      const file = path.join(configFolder(system), 'nuntius-mcp', setting.toLowerCase());
      env[`${setting}_FILE`] = file;
      notes.push(`Write ${setting} into ${file}, readable by you alone${howTo(file, system)}.`);
    }
  }
  return {
    name,
    entry: {
      ...client.entry,
      command: start.command,
      args: start.args,
      ...(Object.keys(env).length > 0 && { env }),
      ...(client.secret.way === 'forward' && forwarded.length > 0 && { [client.secret.member]: forwarded }),
    },
    inputs,
    notes,
  };
}

function howTo(file: string, { platform }: System): string {
  if (platform === 'win32') return '';
  return `: (umask 077; mkdir -p ${quoted(path.dirname(file))}; cat > ${quoted(file)}), paste it, Enter, Ctrl-D`;
}

/** For a POSIX shell. */
export function quoted(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
