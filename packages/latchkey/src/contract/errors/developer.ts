/**
 * What happened and what a developer can do, for each error code; loaded only when one is shown (DECISIONS T13).
 * `docs/errors.md` lists them.
 */
import type { ErrorCode } from './table.ts'

export const developerTexts: Readonly<Record<ErrorCode, string>> = {
  APKT001:
    'switchNetwork() was called with a network that `networks` does not list, and rejected with NETWORK_NOT_FOUND. Add the network to `networks`, or call addNetwork() first.',
  APKT002:
    'The service does not allow this page’s origin for the project. Add the origin to the allowed origins of the project id, or use another project id.',
  APKT003:
    'The wallet list could not be fetched, or none of `directoryKeys` has signed it; the context says which. Check `endpoints.directory`, `directoryKeys` and the page’s `connect-src`.',
  APKT004:
    'The wallet did not answer in time. The visitor can open the wallet and try again; the configuration needs no change.',
  APKT005:
    'The page and the wallet frame are on the same site, where the wallet does not open. Serve `endpoints.frame` from another registrable domain.',
  APKT006:
    'The service refused the session token as expired or not yet valid. Check the clocks of this machine and of the server, then sign in again.',
  APKT007:
    'The service does not know this project id. Set `projectId` to the id that the server was configured with.',
  APKT008:
    'createLatchkey() needs `projectId`. Pass "latchkey-dev" for the local stack, or the id that your own server was configured with.',
  APKT009:
    'The service answered with a status from 500 to 599. Search its log for the request id in the context.',
  APKT010: 'The service answered 429 (too many requests). Wait, or raise the limits of your own server.',
  APKTW001:
    'Reserved, not raised yet. No wallet is connected in the namespace. Connect one with `{ namespace }` first.',
  APKTW002: 'The e-mail address is not valid, so nothing was sent. Ask the visitor to correct it.',
  MODAL_CLOSED:
    'The visitor closed the widget during a wallet request. Treat it as a cancellation; show no error.',
  POPUP_CLOSED:
    'The visitor closed the login window before the provider answered. Treat it as a cancellation; show no error.',
  CONNECTION_REJECTED:
    'The visitor rejected the request in the wallet (4001, 5000 or 5002). Offer to try again.',
  CONNECT_FAILED:
    'The wallet could not connect; see `context.walletCode` and `context.walletMessage`. Offer to try again. With `context.reason` "request-pending", an earlier request still waits in the wallet.',
  SOCIAL_FAILED:
    'The login window could not be opened. Check the browser’s pop-up blocking and `endpoints.frame`.',
  FARCASTER_FAILED:
    'The Farcaster login did not start, or the visitor did not confirm it in time. Offer to try again.',
  DISCONNECT_FAILED:
    'The wallet refused to end the connection. It was still removed from this page, so there is nothing to do.',
  DISCONNECT_CHAINS_FAILED:
    'Some wallets refused to end their connections; `context.reason` is the error of the first. They were still removed from this page, so there is nothing to do.',
  NO_AUTH_CONNECTOR:
    'switchConnection() cannot log in to an embedded wallet again. Open the view `EmailLogin` or `ConnectSocials` instead.',
  NOT_EMBEDDED:
    'The method works with the embedded wallet only, and another wallet is active. Log in to the embedded wallet first.',
  SIGNIN_INIT_FAILED:
    'The sessions could not be read or ended; `context.reason` is the error of the request. Check that `siwx.getSessions`, `siwx.setSessions` or the services answer.',
  SIGN_FAILED:
    'The wallet could not sign (`context.walletCode`), refused the text (`context.reason` "text-refused": domain, URI or time is wrong) or got none, or the server refused the signature: check its nonce.',
  TRANSACTIONS_FAILED:
    'The activity could not be fetched. Check `endpoints.api`, and that your server supports the network.',
  TRANSACTIONS_NEED_ACCOUNT: 'No account is connected. Connect one before you request its activity.',
  CHAIN_UNSUPPORTED:
    'The method does not exist for the network’s namespace. Call it with a network of another namespace.',
  RPC_NOT_ALLOWED:
    'The embedded wallet does not support this JSON-RPC method. Use one of the methods listed in the documentation.',
  ACTION_NOT_ALLOWED:
    'The wallet cannot do this: it signs no messages, or its present state forbids it. Check that the visitor is logged in and no other request is open.',
  NETWORK_NOT_FOUND:
    'No network in `networks` has this id. Correct the id, or add the network to `networks`.',
  ADDRESS_OR_AUTH_MISSING:
    'Reserved, not raised yet. The method needs an address of the embedded wallet. Log in first.',
  UNSUPPORTED_CHAIN:
    'The connected wallet or the adapter of its namespace cannot send, switch or batch calls on this network. Let the visitor connect another wallet.',
  EMAIL_LOGIN_UNAVAILABLE:
    'The wallet frame could not be reached for a login; the cause says why. Check `endpoints.frame`, the page’s `frame-src`, and that your deployment serves all chunks.',
  RPC_ABORTED: 'The caller aborted the request. There is nothing to do.',
  UNKNOWN: 'Something failed that has no code of its own. Report it, with the cause.',
  FRAME_ERROR:
    'The embedded wallet reported a failure without a message, or sent an invalid answer. See the console of the frame at `endpoints.frame`.',
  BALANCE_UNAVAILABLE:
    'The balance could not be read. Check the RPC URLs of the network and `customRpcUrls`.',
  GAS_PRICE_UNSUPPORTED: 'Reserved, not raised yet. The service has no gas price for this network.',
  SWAP_UNSUPPORTED: 'The services, or the adapter, offer no swaps on this network.',
  SIWX_DISABLED:
    'A sign-in method was called, but sign-in is not configured. Set `siwx`, `siweConfig`, or `features.authentication` with `endpoints.api`.',
  NO_ACTIVE_ADDRESS: 'The method needs a connected account. Call connect() first.',
  NO_ACTIVE_NETWORK:
    'The connected wallet is on a network that `networks` does not list. Call switchNetwork() first, or add the network to `networks`.',
  NO_CONNECTION_CLIENT:
    'Reserved, not raised yet. The engine has not loaded yet. Await `ready` before you call the method.',
  ADAPTER_NOT_FOUND: '`adapters` has none for this namespace. Add one, for example `adapters: [evm()]`.',
  INVALID_CAIP_ADDRESS:
    'The value is not a CAIP-10 address. Pass `namespace:chainId:address`, for example `eip155:1:0x…`.',
  INVALID_CAIP_NETWORK_ID:
    'The value is not a CAIP-2 network id. Pass `namespace:chainId`, for example `eip155:1`.',
  HTTP_STATUS:
    'A service answered with a status other than 2xx, or not at all (`context.status` is 0). `context.message` is its answer; check the URL in `endpoints`.',
  INVALID_EMAIL: 'The e-mail address is not valid, so nothing was sent. Ask the visitor to correct it.',
  PROJECT_ID_NOT_CONFIGURED:
    'Reserved, not raised yet. The feature needs a project id. Pass `projectId` to createLatchkey().',
  MULTI_WALLET_DISABLED:
    'Several connected wallets need `features.multiWallet`. Set it locally or in the remote configuration.',
  LOCAL_CONFIG_IGNORED:
    'The remote configuration overrides the local flags in `context.ignored`. Those in `context.off` it turns off: the command in `context.switchOn` turns them on at the server.',
  IFRAME_LOAD_FAILED:
    'The wallet frame could not be loaded. Check `endpoints.frame`, and `frame-src` in the page’s Content-Security-Policy.',
  IFRAME_TIMEOUT:
    'The wallet frame did not answer in time. Check that the server of `endpoints.frame` allows this origin to embed it.',
  NAMESPACE_REQUIRED:
    'The call names no namespace, and none can be assumed. Pass the namespace, for example `eip155`.',
  CONFIG_INVALID:
    'An option has an unknown name or an invalid value. Correct the option that the message names.',
  DUPLICATE_ID:
    'Two handles of the page have the same `id` and would share their storage. Give each its own `id`, or destroy the first. A development server that runs a module again needs `import.meta.hot.dispose`.',
  DESTROYED: 'The handle was used after destroy(). Create another one with createLatchkey().',
  NO_PROVIDER:
    'A hook ran outside <LatchkeyProvider>, or the bundle has two copies of the package. Wrap the tree, or pass `{ latchkey }` to the hook; deduplicate the package.',
  CHUNK_FAILED:
    'A lazy chunk could not be loaded. Keep the old chunks available after a deployment, because open pages still request them.',
  WALLET_NOT_FOUND: 'No wallet of the list has this id. Read the ids from `getWallets()`.',
  WALLET_LOCKED:
    'Reserved, not raised yet. The wallet did not answer for 30 seconds. It is probably locked, or shows a request in another window.',
  WALLET_BAD_ANSWER:
    'The wallet’s answer does not match the standard of the method. The context has the method and the type of the answer; report them to the wallet’s developers.',
  SWITCH_REJECTED: 'The visitor rejected the network switch in the wallet. Offer to try again.',
  SWITCH_FAILED:
    'The wallet could not switch the network; `context.walletCode` and `context.walletMessage` hold its answer. With the reason "no-https-rpc-url", give the network an https URL in `rpcUrls`.',
  NOT_CONNECTED: 'The method needs a connected wallet. Call connect() first.',
  SIGN_REJECTED: 'The visitor rejected the signature in the wallet. Offer to try again.',
  CAIP_ADDRESS_MISSING: 'The value is not a string. Pass a CAIP-10 address, for example `eip155:1:0x…`.',
  INVALID_AMOUNT:
    'The amount is not valid. Pass a decimal string such as "0.25", without sign or exponent, with at most the decimals of the currency.',
  NAME_RESOLVE_FAILED:
    'The name could not be resolved. The message is the first reason of the services, else this sentence; the cause has the status. Check `endpoints.api`.',
  NAME_SUGGESTIONS_FAILED:
    'The services gave no suggestions for the typed name. The view shows their first reason, else this sentence. Check `endpoints.api`.',
  NAME_LOOKUP_FAILED:
    'The zone, or the names of the address, could not be read. Account then has no entry for names. Check `endpoints.api`.',
  NAME_REGISTER_FAILED:
    'The name was not registered or changed. The view shows the first reason of the services, else this sentence. The name is still in its field.',
  CLIENTS_NOT_SET: 'Reserved, not raised yet. The engine was used before it was created. Report it.',
  IFRAME_NOT_SET:
    '`endpoints.frame` is not set, or the widget is not in the page yet. Set it, and mount the widget first.',
  PARENT_NOT_SET: 'Reserved, not raised yet. The wallet frame is not embedded in a page. Report it.',
  TOKEN_REQUIRED: 'A token transfer needs a token with a contract address. Pass `token` with its `address`.',
  SEND_INCOMPLETE:
    'A transfer needs an amount above zero and a receiver. For sendCalls() and the like, `context.reason` names the missing part.',
  SEND_REJECTED: 'The visitor rejected the transaction in the wallet. Offer to try again.',
  SEND_FAILED:
    'The wallet or the chain refused the transaction; `context.walletMessage` is the wallet’s answer. `context.hash` was sent, then failed or was replaced. Do not repeat those in `context.hashes`.',
  SEND_UNKNOWN:
    'The wallet did not answer, so the transaction may have been sent. Do not send it again; the widget searches the chain for it.',
  SEND_BUSY:
    'An earlier transfer of the account waits for an answer in the wallet, from this tab or another one. Wait until the visitor has answered it.',
  NFTS_FAILED: 'The collectibles could not be read. Check `endpoints.api`; the cause has the details.',
  RECEIVER_INVALID:
    'The receiver is not an address of the namespace, or its checksum is wrong. Pass a valid address.',
  INSUFFICIENT_FUNDS: 'The account holds less than the amount plus the fee. Send less, or fund the account.',
  FRAME_UNSUPPORTED:
    'The wallet frame does not support the call: it is older than the widget, or its operator left the call out. Check `frame.can(name)` first.',
  RPC_STALE:
    'The node that the context names is over 20 blocks behind another one of its network. It is requested last until it catches up; if it does not, replace it in `customRpcUrls` or `rpcUrls`.',
  RECENTS_FORGOTTEN:
    'The browser has no IndexedDB for this page, so recently used wallets are forgotten when the visitor leaves. A notice tells the visitor; there is nothing to do.',
  ACCOUNT_SIGNATURE_REFUSED:
    'Typed data of a smart account, an entry point or a delegation is never signed for a page. Use `eth_sendTransaction` or `wallet_sendCalls`.',
  SWAP_NO_ROUTE: 'No provider has a route for this pair and amount; `context.reasons` has each one’s.',
  SWAP_UNSAFE:
    'A transaction was not what the visitor agreed to, or could not be read, so no wallet was asked. `context.reason` says which part differs.',
  SWAP_FAILED:
    'The chain refused the swap, or it could not be built. `context.reason` has the chain’s own word.',
  ONRAMP_UNSUPPORTED:
    'No provider of the services sells this token on this network in the country that was asked for. Set up a provider (`ONRAMP_*`) or hide the entry with `features.onramp`.',
  ONRAMP_FAILED:
    'Options, quotes or an order could not be had. Samples stand in for them only with `demo: true`. `context.reasons` has each provider’s own.',
  ORDER_UNSAFE:
    'The address of the provider’s page is on none of its known hosts, or names another receiver than the active account, so it was not opened. `context.reason` says which.',
  EXCHANGE_UNSUPPORTED: 'No exchange of the services sends this asset; `GET /v1/exchanges` is empty for it.',
  EXCHANGE_FAILED: 'The services or the exchange did not answer. `context.reasons` has the exchange’s own.',
  PAYMENT_INVALID:
    '`pay()` takes `paymentId`, or `recipient`, `asset` (CAIP-19) and `amount` (a decimal text); `context.reason` says what is wrong.',
  PAYMENT_UNAVAILABLE: 'The payment could not be read from the services. Nothing was asked of a wallet.',
  PAYMENT_UNSAFE:
    'The services answered another receiver, amount or token than before, or other decimals than the token itself has. Nothing was asked of a wallet.',
  PAYMENT_UNSUPPORTED:
    '`pay()` needs `features.payments`, an account of a namespace that sends, and with `paymentId` `endpoints.api`.',
  SPENDING_CAP:
    'A paid request would go beyond what the visitor allowed for this session, or the visitor allowed nothing.',
}
