import { countTokens } from 'gpt-tokenizer';

/** Tokens of o200k_base; what looks like the tokenizer's own marks is text like other text. */
export function tokensOf(text: string): number {
  return countTokens(text, { disallowedSpecial: new Set() });
}
