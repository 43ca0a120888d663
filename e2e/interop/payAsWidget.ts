import { toCaipAddress } from 'latchkey/contract'
import { evm } from 'latchkey/evm'
import {
  type PaymentPayload,
  paymentPayloadSchema,
  paymentRequiredSchema,
  paymentRequirementsSchema,
  x402Headers,
} from 'latchkey/services'
import { type PrivateKeyAccount, type TypedDataDefinition, toHex } from 'viem'

interface PayerOptions {
  readonly account: PrivateKeyAccount
  /** Of the chain's node. */
  readonly url: string
  readonly network: `eip155:${string}`
}

/**
 * Pays an answer of 402 as the widget does: what is signed is the adapter's, against the token's own contract. The words before it, and the limits, are the
 * widget's own tests' part. Answers what goes into `PAYMENT-SIGNATURE`.
 */
export async function payAsWidget(
  first: Response,
  { account, url, network: caipNetworkId }: PayerOptions,
): Promise<PaymentPayload> {
  const header = first.headers.get(x402Headers.required) ?? ''
  const { accepts, resource } = parse(paymentRequiredSchema, readHeader(header))
  const [accepted] = accepts
  const requirements = parse(paymentRequirementsSchema, accepted)
  const authorizing = await (await evm().load()).authorizing?.()
  if (authorizing === undefined) throw new Error('eip155 signs no payments')
  const network = {
    ...{ caipNetworkId, chainNamespace: 'eip155', id: 31_337, name: 'Local', testnet: true },
    ...{
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: { default: { http: [url] } },
    },
  } as const
  const rpc = async (method: string, params: readonly unknown[]) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    const answer = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    return ((await answer.json()) as { result: unknown }).result
  }
  const { data, payload } = authorizing.authorize({
    from: toCaipAddress(caipNetworkId, account.address),
    requirements,
    token: await authorizing.token(rpc, { network, requirements }),
    nonce: toHex(crypto.getRandomValues(new Uint8Array(32))),
    now: Date.now(),
  })
  const signature = await account.signTypedData(data as TypedDataDefinition)
  // As it was sent: servers compare it whole.
  const payment = { x402Version: 2, resource, accepted, payload: payload(signature) }
  parse(paymentPayloadSchema, payment)
  return payment as PaymentPayload
}

function readHeader(header: string): unknown {
  return JSON.parse(Buffer.from(header, 'base64').toString())
}

interface Schema<T> {
  readonly '~standard': {
    validate(
      value: unknown,
    ):
      | { readonly value: T; readonly issues?: undefined }
      | { readonly issues: readonly unknown[] }
      | Promise<unknown>
  }
}

/** @throws Error for what the contract does not take. */
function parse<T>(schema: Schema<T>, value: unknown): T {
  const result = schema['~standard'].validate(value)
  if (result instanceof Promise || !('value' in result)) throw new Error(JSON.stringify(result))
  return result.value
}
