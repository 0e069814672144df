import { completionScript, SHELLS } from '../completion.ts';
import { listedTools } from '../listed.ts';
import { type Given, UsageError } from '../usage.ts';

/** `nuntius-mcp completion SHELL`: its script; `completion tools`, which the scripts call: the tools' names. */
export async function run({ positionals }: Given): Promise<number> {
  const [what, ...more] = positionals;
  const shell = SHELLS.find((one) => one === what);
  if (more.length > 0 || (shell === undefined && what !== 'tools'))
    throw new UsageError(
      `It is: nuntius-mcp completion ${SHELLS.join('|')}. For bash: eval "$(nuntius-mcp completion bash)"`,
    );
  process.stdout.write(shell === undefined ? await listedTools() : completionScript(shell));
  return 0;
}
