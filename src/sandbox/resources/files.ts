/** Files: an upload, what is known about it, and its bytes. */
import { createHash } from 'node:crypto';
import type { Operations, Row } from '../call.ts';
import type { UploadedFile } from '../http/body.ts';
import { invalid } from '../problem.ts';
import { checkReferences } from '../references.ts';
import type { State } from '../state.ts';

export const MAX_FILE_BYTES = 10 * 1024 * 1024;

const BY_ENDING: Record<string, string> = {
  pdf: 'application/pdf',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  txt: 'text/plain',
};
const MEDIA_TYPES = [...Object.values(BY_ENDING), 'application/octet-stream'];

export const files: Operations<'listFiles' | 'uploadFile' | 'getFile' | 'downloadFile'> = {
  listFiles(call) {
    const { contactId, leadId } = call.query ?? {};
    const rows = call.state.files
      .all()
      .filter((f) => (!contactId || f.contactId === contactId) && (!leadId || f.leadId === leadId));
    return { body: call.page(rows.reverse()) };
  },

  uploadFile({ state, body, userId }) {
    // The reader of bodies puts the bytes where the description has a binary text.
    const { bytes, mediaType } = body.file as unknown as UploadedFile;
    if (body.about) checkReferences(state, body.about, '/about');
    if (bytes.length > MAX_FILE_BYTES) throw invalid('/file', 'must be 10 MB at most');
    if (mediaType && !MEDIA_TYPES.includes(mediaType))
      throw invalid('/file', `must be a PDF, a PNG or JPEG picture, or plain text, not ${mediaType}`);
    const row = addFile(state, { name: body.name, bytes, userId, mediaType, ...body.about });
    return { body: row, location: `/public/v1/files/${row.id}` };
  },

  getFile: ({ state, path }) => ({ body: state.files.get(path.fileId) }),

  downloadFile({ state, path }) {
    const { id, name, mediaType } = state.files.get(path.fileId);
    return { body: state.contents.get(id) ?? Buffer.alloc(0), mediaType, fileName: name };
  },
};

interface NewFile {
  name: string;
  bytes: Buffer;
  userId: string;
  /** Where it says nothing, the name's ending does. */
  mediaType?: string;
  contactId?: string;
  leadId?: string;
}

export function addFile(
  state: State,
  { name, bytes, userId, mediaType = '', contactId, leadId }: NewFile,
): Row<'File'> {
  const ending = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  const byEnding = Object.hasOwn(BY_ENDING, ending) ? BY_ENDING[ending] : undefined;
  const said = mediaType === 'application/octet-stream' ? '' : mediaType;
  const row = state.files.add((id) => ({
    id,
    name,
    mediaType: said || byEnding || 'application/octet-stream',
    size: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    contactId: contactId ?? null,
    leadId: leadId ?? null,
    uploadedBy: userId,
    createdAt: state.stamp(),
  }));
  state.contents.set(row.id, bytes);
  return row;
}
