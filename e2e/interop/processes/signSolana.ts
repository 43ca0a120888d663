import {
  createKeyPairSignerFromPrivateKeyBytes,
  getBase58Decoder,
  getBase58Encoder,
  getBase64EncodedWireTransaction,
  getTransactionDecoder,
  type KeyPairSigner,
  partiallySignTransaction,
  signBytes,
} from '@solana/kit'

interface SolanaRequest {
  readonly method: string
  readonly params: unknown
}

/** The key of solana that the bytes of a private key make. */
export function solanaSigner(key: `0x${string}`): Promise<KeyPairSigner> {
  const bytes = Uint8Array.from(key.slice(2).match(/../g) ?? [], pair => Number.parseInt(pair, 16))
  return createKeyPairSignerFromPrivateKeyBytes(bytes)
}

/** Answers as wallets of solana do, by Solana's own client library; `node` takes what is to be sent. */
export async function signSolana(
  signer: KeyPairSigner,
  { method, params }: SolanaRequest,
  node: string | undefined,
): Promise<unknown> {
  const asked = params as Readonly<Record<string, string>>
  const signed = async (transaction: string) => {
    const bytes = Uint8Array.from(Buffer.from(transaction, 'base64'))
    const whole = await partiallySignTransaction([signer.keyPair], getTransactionDecoder().decode(bytes))
    const signature = whole.signatures[signer.address]
    if (signature == null) throw new Error('it signed nothing')
    return {
      signature: getBase58Decoder().decode(signature),
      transaction: getBase64EncodedWireTransaction(whole),
    }
  }
  switch (method) {
    case 'solana_signMessage': {
      const message = Uint8Array.from(getBase58Encoder().encode(asked.message ?? ''))
      return { signature: getBase58Decoder().decode(await signBytes(signer.keyPair.privateKey, message)) }
    }
    case 'solana_signTransaction':
      return signed(asked.transaction ?? '')
    case 'solana_signAllTransactions': {
      const all = await Promise.all((asked.transactions as unknown as string[]).map(signed))
      return { transactions: all.map(({ transaction }) => transaction) }
    }
    case 'solana_signAndSendTransaction': {
      const { signature, transaction } = await signed(asked.transaction ?? '')
      if (node === undefined) throw new Error('this wallet has no node')
      const body = {
        jsonrpc: '2.0',
        id: 1,
        method: 'sendTransaction',
        params: [transaction, { encoding: 'base64' }],
      }
      await fetch(node, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      return { signature }
    }
    default:
      throw new Error(`this wallet cannot ${method}`)
  }
}
