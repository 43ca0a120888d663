import { type Address, zeroAddress } from 'viem'
import { signMessage } from 'viem/accounts'
import { createSiweMessage } from 'viem/siwe'
import { invalid, parseChainId, parseObject, parseText, toQuantity } from './params.ts'
import { ProviderRpcError } from './providerError.ts'
import type { SimulatedAccount } from './testAccounts.ts'
import { type MethodTable, prompting } from './walletContext.ts'

/**
 * `wallet_connect` (ERC-7846): connects with capabilities; the one supported is `signInWithEthereum`. One prompt covers
 * both.
 */
export const connectMethods: MethodTable = {
  wallet_connect: (ctx, [request]) => {
    const { origin, signsOnConnect } = ctx.options
    const { capabilities } = parseObject(request, 'The request')
    const asked = parseObject(capabilities ?? {}, 'capabilities').signInWithEthereum
    const compose = asked === undefined || signsOnConnect === 'never' ? undefined : parseSignIn(asked, origin)
    return prompting(async ({ accounts }) => {
      ctx.state.authorise(accounts)
      const visible = ctx.state.visible()
      const [first] = visible
      const signed =
        compose === undefined || first === undefined
          ? undefined
          : await sign(compose, ctx.state.account(first))
      return {
        accounts: visible.map(address => ({
          address,
          capabilities: address === first && signed ? { signInWithEthereum: signed } : {},
        })),
        chainId: toQuantity(ctx.state.snapshot.chainId),
      }
    })
  },
}

/** Writes the message (EIP-4361) for the account that signs it. */
type Compose = (address: Address) => string

async function sign(
  compose: Compose,
  { address, privateKey }: SimulatedAccount,
): Promise<{ readonly message: string; readonly signature: string }> {
  const message = compose(address)
  return { message, signature: await signMessage({ privateKey, message }) }
}

/** Checks the message that a site wants signed, before any prompt or connection. @throws ProviderRpcError -32602. */
function parseSignIn(asked: unknown, origin: string): Compose {
  const fields = parseObject(asked, 'signInWithEthereum')
  const text = (name: string) => (fields[name] === undefined ? undefined : parseText(fields[name], name))
  const time = (name: string) => {
    const said = text(name)
    return said === undefined ? undefined : new Date(said)
  }
  try {
    const site = new URL(origin)
    const domain = text('domain') ?? site.host
    // Wallets refuse a site that asks for another site's sign-in.
    if (domain !== site.host) invalid('The domain is not the site that asks.')
    const [issuedAt, expirationTime, notBefore] = [
      time('issuedAt'),
      time('expirationTime'),
      time('notBefore'),
    ]
    const [statement, requestId, scheme] = [text('statement'), text('requestId'), text('scheme')]
    const said = {
      chainId: parseChainId(fields.chainId),
      domain,
      nonce: parseText(fields.nonce, 'nonce'),
      uri: text('uri') ?? site.origin,
      version: '1',
      ...(issuedAt && { issuedAt }),
      ...(expirationTime && { expirationTime }),
      ...(notBefore && { notBefore }),
      ...(statement !== undefined && { statement }),
      ...(requestId !== undefined && { requestId }),
      ...(scheme !== undefined && { scheme }),
      ...(Array.isArray(fields.resources) && { resources: fields.resources.map(String) }),
    } as const
    const compose: Compose = address => createSiweMessage({ ...said, address })
    compose(zeroAddress)
    return compose
  } catch (error) {
    if (error instanceof ProviderRpcError) throw error
    return invalid(error instanceof Error ? error.message : 'The message cannot be written.')
  }
}
