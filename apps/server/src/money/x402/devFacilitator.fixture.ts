import type { PaymentPayload, PaymentRequirements } from 'latchkey/services'
import { parseAbi, toHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { devAccounts } from '../../../../devstack/src/chains/devAccounts.ts'
import { startChain } from '../../../../devstack/src/chains/startChain.ts'
import { devContracts } from '../../../../devstack/src/contracts/contractPlan.ts'
import { createChainClient } from '../../../../devstack/src/contracts/createChainClient.ts'
import { deployContracts } from '../../../../devstack/src/contracts/deployContracts.ts'
import { openApp } from '../../app.fixture.ts'

export const network = 'eip155:31337'
const [, payerKey, facilitatorKey] = devAccounts.map(({ privateKey }) => privateKey)
export const payer = privateKeyToAccount(payerKey ?? '0x')
export const facilitator = privateKeyToAccount(facilitatorKey ?? '0x')
export const shop = '0x000000000000000000000000000000000000beef'

const types = {
  TransferWithAuthorization: [
    { name: 'from', type: 'address' },
    { name: 'to', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'validAfter', type: 'uint256' },
    { name: 'validBefore', type: 'uint256' },
    { name: 'nonce', type: 'bytes32' },
  ],
} as const

export const requirements: PaymentRequirements = {
  scheme: 'exact',
  network,
  amount: '10000',
  asset: devContracts.usdc,
  payTo: shop,
  maxTimeoutSeconds: 60,
  extra: { name: 'USD Coin', version: '1' },
}

let count = 0

/** A payment that the payer signed. `change` is what it then says instead; `signed` what is signed instead. */
export async function signPayment(
  options: {
    readonly requirements?: PaymentRequirements
    readonly signed?: Partial<{
      value: bigint
      to: `0x${string}`
      validAfter: bigint
      validBefore: bigint
      name: string
      chainId: number
    }>
    readonly now?: number
  } = {},
): Promise<PaymentPayload & { payload: { authorization: { nonce: string } } }> {
  const { requirements: asked = requirements, signed = {}, now = Date.now() } = options
  const seconds = BigInt(Math.floor(now / 1_000))
  count++
  const message = {
    from: payer.address,
    to: signed.to ?? (asked.payTo as `0x${string}`),
    value: signed.value ?? BigInt(asked.amount),
    validAfter: signed.validAfter ?? seconds - 60n,
    validBefore: signed.validBefore ?? seconds + 60n,
    nonce: toHex(BigInt(Date.now()) * 1_000n + BigInt(count), { size: 32 }),
  }
  const signature = await payer.signTypedData({
    domain: {
      name: signed.name ?? 'USD Coin',
      version: '1',
      chainId: signed.chainId ?? 31337,
      verifyingContract: asked.asset as `0x${string}`,
    },
    types,
    primaryType: 'TransferWithAuthorization',
    message,
  })
  return {
    x402Version: 2,
    accepted: asked,
    payload: {
      signature,
      authorization: {
        ...message,
        value: String(message.value),
        validAfter: String(message.validAfter),
        validBefore: String(message.validBefore),
      },
    },
  }
}

const abi = parseAbi(['function balanceOf(address) view returns (uint256)'])

/** The services with a facilitator beside a real chain. */
export async function openFacilitator(
  variables: Readonly<Record<string, string>> = {},
  deps: Parameters<typeof openApp>[1] = {},
) {
  const chain = await startChain({ chainId: 31337, port: 0 })
  await deployContracts(chain)
  const client = createChainClient(chain)
  const app = await openApp(
    {
      LATCHKEY_DEV: '1',
      RPC_UPSTREAMS: JSON.stringify({ [network]: [chain.url] }),
      X402_KEY: facilitatorKey ?? '',
      X402_NETWORKS: network,
      ...variables,
    },
    deps,
  )
  const headers = { 'content-type': 'application/json', authorization: 'Bearer sk_dev_latchkey' }
  return {
    app,
    chain,
    client,
    async send(path: string, body?: object, more: Readonly<Record<string, string>> = {}) {
      const response = await app.request(`/v1/x402/${path}?projectId=latchkey-dev`, {
        method: body === undefined ? 'GET' : 'POST',
        headers: { ...headers, ...more },
        ...(body && { body: JSON.stringify(body) }),
      })
      return { status: response.status, body: (await response.json()) as Record<string, unknown> }
    },
    ask: (payment: object, asked: object = requirements) => ({
      x402Version: 2,
      paymentPayload: payment,
      paymentRequirements: asked,
    }),
    balance: (owner: string) =>
      client.readContract({
        address: devContracts.usdc,
        abi,
        functionName: 'balanceOf',
        args: [owner as `0x${string}`],
      }),
    rows: () => app.store.db.selectFrom('x402_settlements').selectAll().orderBy('signer_nonce').execute(),
    async close() {
      await app.close()
      await chain.stop()
    },
  }
}
