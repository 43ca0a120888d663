import { createReader, type Reader } from './createReader.ts'

/** An extension of a Token-2022 mint or account, as `jsonParsed` writes it. */
export interface ParsedExtension {
  readonly extension: string
  readonly state?: unknown
}

type StateReader = (reader: Reader) => unknown

// By ExtensionType of spl-token-2022-interface; names and states as Agave's account decoder writes them.
const extensions: Readonly<Record<number, readonly [name: string, state?: StateReader]>> = {
  1: [
    'transferFeeConfig',
    reader => ({
      transferFeeConfigAuthority: reader.optionalAddress(),
      withdrawWithheldAuthority: reader.optionalAddress(),
      withheldAmount: reader.u64(),
      olderTransferFee: readFee(reader),
      newerTransferFee: readFee(reader),
    }),
  ],
  2: ['transferFeeAmount', reader => ({ withheldAmount: reader.u64() })],
  3: ['mintCloseAuthority', reader => ({ closeAuthority: reader.optionalAddress() })],
  6: [
    'defaultAccountState',
    reader => ({ accountState: ['uninitialized', 'initialized', 'frozen'][reader.u8()] }),
  ],
  7: ['immutableOwner'],
  8: ['memoTransfer', reader => ({ requireIncomingTransferMemos: reader.u8() === 1 })],
  9: ['nonTransferable'],
  11: ['cpiGuard', reader => ({ lockCpi: reader.u8() === 1 })],
  12: ['permanentDelegate', reader => ({ delegate: reader.optionalAddress() })],
  13: ['nonTransferableAccount'],
  14: [
    'transferHook',
    reader => ({ authority: reader.optionalAddress(), programId: reader.optionalAddress() }),
  ],
  15: ['transferHookAccount', reader => ({ transferring: reader.u8() === 1 })],
  18: [
    'metadataPointer',
    reader => ({ authority: reader.optionalAddress(), metadataAddress: reader.optionalAddress() }),
  ],
  19: [
    'tokenMetadata',
    reader => ({
      updateAuthority: reader.optionalAddress(),
      mint: reader.address(),
      name: reader.text(),
      symbol: reader.text(),
      uri: reader.text(),
      additionalMetadata: readPairs(reader),
    }),
  ],
}

/** Reads the extensions behind the first 166 bytes; stops at the first one that is cut off. */
export function parseExtensions(data: Uint8Array): ParsedExtension[] {
  const found: ParsedExtension[] = []
  if (data.length <= 166) return found
  const reader = createReader(data.subarray(166))
  while (reader.left >= 4) {
    const type = reader.u16()
    const length = reader.u16()
    if (type === 0 || length > reader.left) break
    found.push(readExtension(type, reader.bytes(length)))
  }
  return found
}

function readExtension(type: number, bytes: Uint8Array): ParsedExtension {
  const [extension, readState] = extensions[type] ?? ['unparseableExtension']
  if (!readState) return { extension }
  try {
    return { extension, state: readState(createReader(bytes)) }
  } catch {
    return { extension: 'unparseableExtension' }
  }
}

function readFee(reader: Reader): unknown {
  return { epoch: reader.u64(), maximumFee: reader.u64(), transferFeeBasisPoints: reader.u16() }
}

function readPairs(reader: Reader): [string, string][] {
  const pairs: [string, string][] = []
  for (let left = reader.u32(); left > 0; left--) pairs.push([reader.text(), reader.text()])
  return pairs
}
