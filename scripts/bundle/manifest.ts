/**
 * package.json and the tools → the manifest of an MCP Bundle (MCPB manifest 0.3), and its texts in Spanish. The host asks the person
 * for `user_config`, keeps what is sensitive in the system's key store, and gives it to the server as settings.
 */

/** What of package.json is in a manifest. */
export interface Package {
  name: string;
  version: string;
  description: string;
  author: string;
  license: string;
  keywords: string[];
  engines: { node: string };
}

/** Where the program is in the bundle. */
export const ENTRY_POINT = 'dist/nuntius-mcp.js';
/** `${locale}` is the host's; where it has no file, the host takes one of the same language, or the manifest's own texts. */
const RESOURCES = 'mcpb-resources/${locale}.json';
const SPANISH = ['es', 'es-ES'];

/** One question to the person, and what takes the answer: a setting, or an option of `serve`. */
interface Question {
  setting?: string;
  option?: string;
  asked: Record<string, unknown> & { type: 'string' | 'boolean'; title: string; description: string };
}

const CONFIRM: Question = {
  // No setting: an answer that is taken away would be an empty one, which stands for the default, and that asks for less.
  option: '--confirm',
  asked: {
    type: 'string',
    title: 'Confirmation',
    description:
      'How a write is confirmed. ask: you tick a box, or get a code to give back. strict: you tick a box, nothing else counts. flag: the assistant itself says that you agree.',
    default: 'ask',
  },
};

const LANGUAGE: Question = {
  setting: 'NUNTIUS_LANG',
  asked: { type: 'string', title: 'Language', description: 'Of the questions to you: en or es.', default: 'en' },
};

const READ_ONLY: Question = {
  setting: 'NUNTIUS_READ_ONLY',
  asked: {
    type: 'boolean',
    title: 'Read only',
    description: 'Writes are neither shown to the assistant nor possible.',
    default: false,
  },
};

/** In the order in which the host asks. */
const QUESTIONS: Record<string, Question> = {
  api_key: {
    setting: 'NUNTIUS_API_KEY',
    asked: {
      type: 'string',
      title: 'API key',
      description: 'The key of your Nuntius account.',
      sensitive: true,
      required: true,
    },
  },
  confirm: CONFIRM,
  read_only: READ_ONLY,
  language: LANGUAGE,
  base_url: {
    setting: 'NUNTIUS_BASE_URL',
    asked: {
      type: 'string',
      title: 'Address of the API',
      description: 'Only where it is another than that of Nuntius, such as https://api.nuntius.example.',
      default: '',
    },
  },
};

/** Nothing that must be answered: it starts as it is. */
const SANDBOX_QUESTIONS: Record<string, Question> = { confirm: CONFIRM, read_only: READ_ONLY, language: LANGUAGE };

const TEXTS = {
  en: {
    name: 'Nuntius CRM',
    sandboxName: 'Nuntius CRM (sandbox)',
    description:
      'Your CRM for your assistant: it reads freely, and writes only what you have confirmed. Deletes nothing.',
    sandbox: 'With invented data in memory: no account, no key, and what is written is gone when the client closes.',
  },
  es: {
    name: 'Nuntius CRM',
    sandboxName: 'Nuntius CRM (de prueba)',
    description: 'Tu CRM para tu asistente: lee libremente y solo escribe lo que has confirmado. No borra nada.',
    sandbox: 'Con datos inventados en memoria: sin cuenta ni clave, y lo escrito desaparece al cerrar el cliente.',
  },
};

/**
 * @param tools what the server lists, each with one line about it.
 * @param sandbox a bundle against the embedded API.
 * @returns the files of the bundle that are made here, by their paths in it.
 */
export function manifestFiles(
  { name, version, author, license, keywords, engines }: Package,
  tools: { name: string; description: string }[],
  sandbox: boolean,
): Record<string, object> {
  const questions = Object.entries(sandbox ? SANDBOX_QUESTIONS : QUESTIONS);
  const settings = questions.flatMap(([key, { setting }]) => (setting === undefined ? [] : [[setting, answer(key)]]));
  const options = questions.flatMap(([key, { option }]) => (option === undefined ? [] : [option, answer(key)]));
  const manifest = {
    manifest_version: '0.3',
    name: sandbox ? `${name}-sandbox` : name,
    version,
    ...texts('en', sandbox),
    author: { name: author },
    localization: { resources: RESOURCES, default_locale: 'en-US' },
    server: {
      type: 'node',
      entry_point: ENTRY_POINT,
      mcp_config: {
        command: 'node',
        args: [`\${__dirname}/${ENTRY_POINT}`, 'serve', ...(sandbox ? ['--sandbox'] : []), ...options],
        env: Object.fromEntries(settings),
      },
    },
    tools,
    keywords,
    license,
    compatibility: { platforms: ['darwin', 'win32', 'linux'], runtimes: { node: engines.node } },
    user_config: Object.fromEntries(questions.map(([key, { asked }]) => [key, asked])),
  };
  const spanish = SPANISH.map((locale) => [RESOURCES.replace('${locale}', locale), texts('es', sandbox)]);
  return { 'manifest.json': manifest, ...Object.fromEntries(spanish) };
}

/** Where the host puts the answer. */
function answer(key: string): string {
  return `\${user_config.${key}}`;
}

/** Those texts of a manifest that a locale's file may hold too. */
function texts(language: 'en' | 'es', sandbox: boolean) {
  const { name, sandboxName, description, sandbox: about } = TEXTS[language];
  if (!sandbox) return { display_name: name, description };
  return { display_name: sandboxName, description: `${description} ${about}` };
}
