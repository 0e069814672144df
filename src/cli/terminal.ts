/** What the terminal can show: colours only where a person looks at it and has not said no (https://no-color.org), and its width. */
import picocolors from 'picocolors';
import { environment } from './environment.ts';

export type Colours = ReturnType<typeof picocolors.createColors>;

/** @param stream that the text goes to */
export function coloursOf(stream: Pick<NodeJS.WriteStream, 'isTTY'>, settings = environment): Colours {
  const { NO_COLOR = '', FORCE_COLOR = '', TERM } = settings;
  const isForced = FORCE_COLOR !== '' && FORCE_COLOR !== '0' && FORCE_COLOR !== 'false';
  return picocolors.createColors(NO_COLOR === '' && (isForced || (stream.isTTY === true && TERM !== 'dumb')));
}

/** In columns; undefined where it is no terminal, so that what is piped stays one line for each row. */
export function widthOf(stream: Pick<NodeJS.WriteStream, 'isTTY' | 'columns'>): number | undefined {
  return stream.isTTY === true && stream.columns > 0 ? stream.columns : undefined;
}
