import type { RampChain } from '../rampConfig.ts'

/** The node's refusal of a request. */
export class ChainRefusal extends Error {}

/**
 * Asks a chain's node.
 * @throws ChainRefusal with the node's words; Error when it does not answer.
 */
export async function callChain(
  chain: Pick<RampChain, 'url'>,
  method: string,
  params: readonly unknown[],
): Promise<unknown> {
  const answer = await fetch(chain.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    signal: AbortSignal.timeout(10_000),
  })
  const body = (await answer.json()) as { result?: unknown; error?: { message?: unknown } }
  if (body.error) throw new ChainRefusal(String(body.error.message))
  return body.result
}

/** An address or a number as a word of calldata. */
export function abiWord(value: string | bigint): string {
  const digits = typeof value === 'bigint' ? value.toString(16) : value.slice(2).toLowerCase()
  return digits.padStart(64, '0')
}
