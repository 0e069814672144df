/** Completion scripts, made from the table of commands and options. What takes a file completes files. */
import { CLIENT_NAMES } from './clients/names.ts';
import { COMMANDS, type CommandName, type Option, optionsOf } from './usage.ts';

export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

/** What is known of a value, by what help calls it. */
const VALUES: Readonly<Record<string, readonly string[]>> = { MODE: ['flag', 'ask', 'strict'] };
const OPERANDS: Partial<Record<CommandName, readonly string[]>> = {
  config: CLIENT_NAMES,
  completion: SHELLS,
  overlay: ['init'],
};
const names = Object.keys(COMMANDS) as CommandName[];

export function completionScript(shell: Shell): string {
  return { bash, zsh, fish }[shell]();
}

function bash(): string {
  const byCommand = names.map((name) => {
    const options = Object.keys(optionsOf(name)).map((option) => `--${option}`);
    return `    ${name}) words="${[...(OPERANDS[name] ?? []), ...options].join(' ')}" ;;`;
  });
  return `# nuntius-mcp, for bash: eval "$(nuntius-mcp completion bash)"
_nuntius_mcp() {
  local current="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}" command="\${COMP_WORDS[1]}" words=""
  COMPREPLY=()
  case "$before" in
    ${optionsTaking('FILE', 'DIR').join('|')}) COMPREPLY=($(compgen -f -- "$current")); return ;;
    ${optionsTaking('MODE').join('|')}) COMPREPLY=($(compgen -W "${VALUES.MODE?.join(' ')}" -- "$current")); return ;;
  esac
  if [ "$COMP_CWORD" -eq 1 ]; then
    words="${names.join(' ')} --help --version"
  elif [ "$command" = call ] && [ "$COMP_CWORD" -eq 2 ]; then
    words="$("\${COMP_WORDS[0]}" completion tools 2>/dev/null)"
  else case "$command" in
${byCommand.join('\n')}
  esac; fi
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _nuntius_mcp nuntius-mcp
`;
}

function zsh(): string {
  const commands = names.map((name) => `    ${single(`${name}:${COMMANDS[name].summary}`)}`);
  const byCommand = names.map((name) => {
    const options = Object.entries(optionsOf(name)).map(([option, about]) => single(zshOption(option, about)));
    const operands = OPERANDS[name];
    const operand =
      name === 'call'
        ? [`'1:tool:($(\${words[1]} completion tools 2>/dev/null))'`]
        : operands === undefined
          ? []
          : [single(`1:${name === 'config' ? 'client' : 'what'}:(${operands.join(' ')})`)];
    return `    ${name}) _arguments ${[...operand, ...options].join(' \\\n      ')} ;;`;
  });
  return `#compdef nuntius-mcp
# nuntius-mcp, for zsh: eval "$(nuntius-mcp completion zsh)"
_nuntius_mcp() {
  local -a commands
  commands=(
${commands.join('\n')}
  )
  if (( CURRENT == 2 )); then _describe command commands; return; fi
  local program=$words[1] command=$words[2]
  shift words; (( CURRENT-- ))
  words[1]=$program
  case $command in
${byCommand.join('\n')}
  esac
}
compdef _nuntius_mcp nuntius-mcp
`;
}

function zshOption(name: string, { type, value = '', help, multiple }: Option): string {
  const text = help.replaceAll('[', '(').replaceAll(']', ')').replaceAll(':', '\\:');
  const action = isFile(value) ? ':file:_files' : value === 'MODE' ? `:mode:(${VALUES.MODE?.join(' ')})` : `:${value}:`;
  return `${multiple === true ? '*' : ''}--${name}[${text}]${type === 'string' ? action : ''}`;
}

function fish(): string {
  const top = names.map(
    (name) => `complete -c nuntius-mcp -n __fish_use_subcommand -f -a ${name} -d ${single(COMMANDS[name].summary)}`,
  );
  const byCommand = names.flatMap((name) => {
    const when = `-n '__fish_seen_subcommand_from ${name}'`;
    const operands = OPERANDS[name];
    const operand =
      name === 'call'
        ? [`complete -c nuntius-mcp ${when} -f -a '(nuntius-mcp completion tools 2>/dev/null)'`]
        : operands === undefined
          ? []
          : [`complete -c nuntius-mcp ${when} -f -a '${operands.join(' ')}'`];
    const options = Object.entries(optionsOf(name)).map(([option, { type, value = '', help }]) => {
      const takes =
        type === 'boolean'
          ? ''
          : isFile(value)
            ? ' -r -F'
            : value === 'MODE'
              ? ` -x -a '${VALUES.MODE?.join(' ')}'`
              : ' -x';
      return `complete -c nuntius-mcp ${when} -l ${option}${takes} -d ${single(help)}`;
    });
    return [...operand, ...options];
  });
  return `# nuntius-mcp, for fish: nuntius-mcp completion fish | source\n${[...top, ...byCommand].join('\n')}\n`;
}

function isFile(value: string): boolean {
  return value === 'FILE' || value === 'DIR';
}

function optionsTaking(...values: string[]): string[] {
  const options = names.flatMap((name) => Object.entries(optionsOf(name)));
  return [...new Set(options.filter(([, o]) => values.includes(o.value ?? '')).map(([name]) => `--${name}`))];
}

function single(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
