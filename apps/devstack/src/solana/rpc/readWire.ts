import { getBase58Encoder } from '@solana/kit'
import {
  largestTransaction,
  type ReadMessage,
  type ReadTransaction,
  readMessage,
  readTransaction,
} from '../ledger/readTransaction.ts'
import { invalidParams } from './rpcError.ts'

const binaryName = 'solana_transaction::versioned::VersionedTransaction'

/** Reads a transaction out of a parameter. @throws RpcError in the words of a node */
export function readWire(text: string, encoding: 'base58' | 'base64'): ReadTransaction {
  const longest = encoding === 'base58' ? 1_683 : 1_644
  if (text.length > longest) {
    throw invalidParams(
      `${encoding} encoded ${binaryName} too large: ${text.length} bytes (max: encoded/raw ${longest}/${largestTransaction})`,
    )
  }
  if (encoding === 'base58' && !/^[1-9A-HJ-NP-Za-km-z]*$/.test(text))
    throw invalidParams('invalid base58 encoding: InvalidCharacter')
  const bytes = encoding === 'base58' ? new Uint8Array(getBase58Encoder().encode(text)) : readBase64(text)
  if (bytes.length > largestTransaction)
    throw invalidParams(
      `decoded ${binaryName} too large: ${bytes.length} bytes (max: ${largestTransaction} bytes)`,
    )
  return orInvalid(() => readTransaction(bytes), `failed to deserialize ${binaryName}`)
}

/** Reads a message in base64 out of a parameter. @throws RpcError in the words of a node */
export function readWireMessage(text: string): ReadMessage {
  const bytes = readBase64(text)
  return orInvalid(() => readMessage(bytes), 'failed to deserialize solana_message::VersionedMessage')
}

function readBase64(text: string): Uint8Array {
  if (text.length > 2_000 || !/^(?:[\w+/-]{4})*(?:[\w+/-]{2}==|[\w+/-]{3}=)?$/.test(text))
    throw invalidParams('invalid base64 encoding: InvalidByte')
  return new Uint8Array(Buffer.from(text, 'base64'))
}

function orInvalid<Result>(read: () => Result, what: string): Result {
  try {
    return read()
  } catch (error) {
    throw invalidParams(`${what}: ${error instanceof Error ? error.message : String(error)}`)
  }
}
