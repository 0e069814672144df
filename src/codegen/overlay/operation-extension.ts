import type { ToolType } from '../../catalogue/index.ts';

/**
 * What our overlay says about one operation, under `x-mcp`. Only our overlays can say it: an API's own `x-mcp` is
 * removed when its description is loaded.
 */
export interface OperationExtension {
  /** The tool's name, after the prefix. */
  name?: string;
  title?: string;
  description?: string;
  /** Overrides what the method says: a POST that only reads, a GET that writes. */
  type?: ToolType;
  /** `false`: no tool. */
  include?: boolean;
  /** The operation deletes nothing, whatever its name says. */
  deletes?: false;
  /** The question that the person is asked, in English or in each language; `{name}` stands for the argument. */
  question?: string | { en: string; es?: string };
  /** operationId of the operation that reads the current state of what this one changes. */
  before?: string;
  /** Arrays whose order carries no meaning, by name. */
  unordered?: string[];
  /** operationId of the operation that undoes this one. */
  undo?: string;
  /** A write that needs no confirmation. */
  confirm?: 'none';
}
