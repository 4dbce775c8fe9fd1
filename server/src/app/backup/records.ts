/** The records of a backup, in this order: one head, tables with their rows, secrets, photos, one end. */
export type BackupRecord =
  | { kind: 'head'; createdAt: string; migrations: string[]; chats: boolean }
  | { kind: 'table'; name: string; columns: string[] }
  | { kind: 'rows'; table: string }
  | { kind: 'secret' }
  | { kind: 'photo'; key: string; file: string }
  | { kind: 'end'; tables: number; photos: number };

export function pack(record: BackupRecord, bytes: Buffer = Buffer.alloc(0)): Buffer {
  const text = Buffer.from(JSON.stringify(record));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(text.length);
  return Buffer.concat([length, text, bytes]);
}

export function unpack(frame: Buffer): { record: BackupRecord; bytes: Buffer } {
  const end = 4 + frame.readUInt32BE();
  return {
    record: JSON.parse(frame.subarray(4, end).toString()) as BackupRecord,
    bytes: frame.subarray(end),
  };
}
