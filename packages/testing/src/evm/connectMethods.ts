import { signMessage } from 'viem/accounts'
import { createSiweMessage } from 'viem/siwe'
import { invalid, parseChainId, parseObject, parseText, toQuantity } from './params.ts'
import { type MethodTable, prompting } from './walletContext.ts'

/** Connecting with capabilities, of which there is `signInWithEthereum`: ERC-7846. One prompt for both. */
export const connectMethods: MethodTable = {
  wallet_connect: (ctx, [request]) => {
    const { capabilities } = parseObject(request, 'The request')
    const asked = parseObject(capabilities ?? {}, 'capabilities').signInWithEthereum
    const fields = asked === undefined ? undefined : parseObject(asked, 'signInWithEthereum')
    return prompting(async ({ accounts }) => {
      ctx.state.authorise(accounts)
      const visible = ctx.state.visible()
      const [first] = visible
      const signed =
        fields === undefined || first === undefined || ctx.options.signsOnConnect === 'never'
          ? undefined
          : await sign(fields, ctx.state.account(first), new URL(ctx.options.origin))
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

async function sign(
  fields: Readonly<Record<string, unknown>>,
  { address, privateKey }: { readonly address: `0x${string}`; readonly privateKey: `0x${string}` },
  site: URL,
): Promise<{ readonly message: string; readonly signature: string }> {
  const text = (name: string) => (fields[name] === undefined ? undefined : parseText(fields[name], name))
  const time = (name: string) => {
    const said = text(name)
    return said === undefined ? undefined : new Date(said)
  }
  const domain = text('domain') ?? site.host
  // As wallets do: whoever asks for another site's sign-in is refused.
  if (domain !== site.host) invalid('The domain is not the site that asks.')
  const [issuedAt, expirationTime, notBefore] = [time('issuedAt'), time('expirationTime'), time('notBefore')]
  const [statement, requestId, scheme] = [text('statement'), text('requestId'), text('scheme')]
  const message = createSiweMessage({
    address,
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
  })
  return { message, signature: await signMessage({ privateKey, message }) }
}
