/** What Cosmos wallets sign: documents in Amino's JSON, and documents in protobuf. */

/** A document in Amino's JSON. */
export interface AminoDocument {
  readonly chain_id: string
  readonly msgs: readonly { readonly type: string; readonly value: unknown }[]
  readonly [field: string]: unknown
}

/** A document in protobuf, as CosmJS has it. */
export interface DirectDocument {
  readonly bodyBytes: Uint8Array
  readonly authInfoBytes: Uint8Array
  readonly chainId: string
  readonly accountNumber: bigint | number | string | { toString(): string }
}

/** The bytes that are signed of an Amino document: its keys sorted at every depth, and three characters escaped. */
export function aminoBytes(document: unknown): Uint8Array {
  const text = JSON.stringify(sorted(document))
  const escapes: Readonly<Record<string, string>> = { '<': '\\u003c', '>': '\\u003e', '&': '\\u0026' }
  return new TextEncoder().encode(text.replace(/[<>&]/g, character => escapes[character] ?? character))
}

/** The document by which a text is signed (ADR-36). */
export function textDocument(signer: string, data: Uint8Array): AminoDocument {
  const value = { signer, data: toBase64(data) }
  return {
    chain_id: '',
    account_number: '0',
    sequence: '0',
    fee: { gas: '0', amount: [] },
    msgs: [{ type: 'sign/MsgSignData', value }],
    memo: '',
  }
}

/** Whether a document is one of a text. */
export function isTextDocument({ msgs }: AminoDocument): boolean {
  return msgs.some(({ type }) => type === 'sign/MsgSignData')
}

/** The bytes that are signed of a document in protobuf (`cosmos.tx.v1beta1.SignDoc`). */
export function directBytes(document: DirectDocument): Uint8Array {
  const number = BigInt(document.accountNumber.toString())
  return Uint8Array.from([
    ...lengthField(1, document.bodyBytes),
    ...lengthField(2, document.authInfoBytes),
    ...lengthField(3, new TextEncoder().encode(document.chainId)),
    ...(number === 0n ? [] : [4 << 3, ...varint(number)]),
  ])
}

export function toBase64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, byte => String.fromCharCode(byte)).join(''))
}

function lengthField(field: number, bytes: Uint8Array): readonly number[] {
  return bytes.length === 0 ? [] : [(field << 3) | 2, ...varint(BigInt(bytes.length)), ...bytes]
}

function varint(value: bigint): readonly number[] {
  const low = Number(value & 0x7fn)
  return value < 0x80n ? [low] : [low | 0x80, ...varint(value >> 7n)]
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, part]) => [key, sorted(part)] as const)
  return Object.fromEntries(entries.sort(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0)))
}
