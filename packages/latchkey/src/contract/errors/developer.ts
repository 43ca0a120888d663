/**
 * What each error means to a developer and what to do about it; loaded only when one is shown (DECISIONS T13).
 * `docs/errors.md` lists them with the anchor of each code.
 */
import type { ErrorCode } from './table.ts'

export const developerTexts: Readonly<Record<ErrorCode, string>> = {
  APKT001:
    'switchNetwork() was called with a network that `networks` does not list, and rejects with NETWORK_NOT_FOUND. Add it to `networks`, or call addNetwork() first.',
  APKT002:
    'The service does not allow this page’s origin for the project. Add the origin to the allowed origins of the project id, or use another project id.',
  APKT003:
    'The wallet list could not be fetched, or no key of `directoryKeys` vouches for it: see the context. Check `endpoints.directory`, `directoryKeys` and the page’s `connect-src`.',
  APKT004:
    'The wallet did not answer in time. The visitor can open the wallet and try again; nothing is wrong with the configuration.',
  APKT005:
    'This page and the wallet frame lie on one site, where the wallet does not open. Serve the page at `endpoints.frame` from another registrable domain.',
  APKT006:
    'The service refuses the session token as not valid yet or no longer. Check the clock of this machine and of the server, then sign in again.',
  APKT007:
    'The service does not know this project id. Compare `projectId` with the one the server was given.',
  APKT008:
    'createLatchkey() needs `projectId`. The local stack issues "latchkey-dev"; your own server takes the id you configured there.',
  APKT009:
    'The service answered with a status of 500 to 599. Look at its log; the request id is in the context.',
  APKT010: 'The service answered 429: too many requests. Wait, or raise the limits of your own server.',
  APKTW001:
    'Reserved, nothing raises it yet. A namespace was asked for something, but no wallet is connected in it. Connect with `{ namespace }` first.',
  APKTW002: 'The e-mail address is not valid, so nothing was sent.',
  MODAL_CLOSED: 'The visitor closed the widget while a wallet was being asked. Treat it as "not now".',
  POPUP_CLOSED: 'The visitor closed the login window before the provider answered. Treat it as "not now".',
  CONNECTION_REJECTED: 'The visitor refused in the wallet (4001, 5000 or 5002). Offer to try again.',
  CONNECT_FAILED:
    'The wallet could not connect. `context.walletCode` and `context.walletMessage` hold its own words; `context.reason` "request-pending" means it still shows an earlier request.',
  SOCIAL_FAILED: 'The login window could not be opened. Check pop-up blocking and `endpoints.frame`.',
  FARCASTER_FAILED: 'The Farcaster login did not begin or was not confirmed in time.',
  DISCONNECT_FAILED: 'The wallet refused to end the connection. It was removed from this page all the same.',
  DISCONNECT_CHAINS_FAILED: 'Some namespaces could not be disconnected; the reason names the first of them.',
  NO_AUTH_CONNECTOR:
    'switchConnection() cannot log in to an embedded wallet again. Open `EmailLogin` or `ConnectSocials` instead.',
  NOT_EMBEDDED: 'This verb is for the embedded wallet, and the active connection is another wallet.',
  SIGNIN_INIT_FAILED:
    'Sessions could not be looked for, or not be ended. Check that `getSessions` and `setSessions` of `siwx`, or the services, answer; `context.reason` is what the request threw.',
  SIGN_FAILED:
    'The wallet could not sign (see `context.walletCode`, `context.walletMessage`), there was no text to sign (`context.reason`), or nobody took the signature: check the nonce request and its cookie.',
  TRANSACTIONS_FAILED:
    'The activity could not be fetched. Check `endpoints.api` and that the network is supported there.',
  TRANSACTIONS_NEED_ACCOUNT: 'Connect an account before asking for its activity.',
  CHAIN_UNSUPPORTED: 'This verb has no meaning on the network’s namespace.',
  RPC_NOT_ALLOWED: 'The embedded wallet takes only the methods of the list in the documentation.',
  ACTION_NOT_ALLOWED: 'The embedded wallet refused the action in its present state.',
  NETWORK_NOT_FOUND: 'No listed network has this id. Compare it with `networks`.',
  ADDRESS_OR_AUTH_MISSING:
    'Reserved, nothing raises it yet. The verb needs a connected address of the embedded wallet.',
  UNSUPPORTED_CHAIN:
    'The connected wallet, or the adapter of its namespace, cannot do what was asked on this network: send, switch, or send several calls.',
  EMAIL_LOGIN_UNAVAILABLE:
    'The wallet frame could not be reached for a login; the cause says why. Check `endpoints.frame`, `frame-src`, and that the build serves all its chunks.',
  RPC_ABORTED: 'The caller aborted the request.',
  UNKNOWN: 'Something failed that has no code of its own. The cause has the details; please report it.',
  FRAME_ERROR: 'The embedded wallet reported a failure without a message.',
  BALANCE_UNAVAILABLE:
    'The balance could not be read. Check the RPC URLs of the network, or `customRpcUrls`.',
  GAS_PRICE_UNSUPPORTED: 'Reserved, nothing raises it yet. The service has no gas price for this network.',
  SWAP_UNSUPPORTED: 'Reserved, nothing raises it yet. The service offers no swaps on this network.',
  SIWX_DISABLED:
    'A sign-in verb was called without `siwx`, `siweConfig`, or `features.authentication` with `endpoints.api`.',
  NO_ACTIVE_ADDRESS: 'The verb needs a connected account.',
  NO_ACTIVE_NETWORK:
    'The verb needs a network that `networks` lists, and the connected wallet is on another one.',
  NO_CONNECTION_CLIENT:
    'Reserved, nothing raises it yet. The engine is not there yet. Await `ready` before calling this verb.',
  ADAPTER_NOT_FOUND:
    'No adapter for this namespace was given. Add it to `adapters`, for example `adapters: [evm()]`.',
  INVALID_CAIP_ADDRESS: 'A CAIP-10 address is `namespace:chainId:address`, for example `eip155:1:0x…`.',
  INVALID_CAIP_NETWORK_ID: 'A CAIP-2 network id is `namespace:chainId`, for example `eip155:1`.',
  HTTP_STATUS:
    'A service answered with a status other than 2xx, or not at all (`context.status` is 0). `context.message` is what it said.',
  INVALID_EMAIL: 'The e-mail address is not valid, so nothing was sent.',
  PROJECT_ID_NOT_CONFIGURED:
    'Reserved, nothing raises it yet. The feature needs a project id, and none was given to createLatchkey().',
  MULTI_WALLET_DISABLED:
    'Several wallets at once need `features.multiWallet`, locally or in the remote configuration.',
  LOCAL_CONFIG_IGNORED:
    'The remote configuration was loaded and overrides the local feature flags that the context names. Remove them, or change them at the server.',
  IFRAME_LOAD_FAILED:
    'The wallet frame could not be loaded. Check `endpoints.frame` and `frame-src` of the page’s policy.',
  IFRAME_TIMEOUT:
    'The wallet frame did not report in time. Check that `endpoints.frame` allows this origin to embed it.',
  NAMESPACE_REQUIRED: 'Pass `{ namespace }`: this verb cannot guess which one is meant.',
  CONFIG_INVALID: 'An option has a wrong name or value; the message names it.',
  DUPLICATE_ID:
    'Two handles of this page have the same `id` and would share storage and stage. Give each its own, or destroy the first, as where a development server runs a module again (`import.meta.hot.dispose`).',
  DESTROYED: 'The handle was used after destroy(). Create another one.',
  NO_PROVIDER:
    'A hook ran outside <LatchkeyProvider>, or two copies of the package are bundled. Wrap the tree, or pass `{ latchkey }` to the hook.',
  CHUNK_FAILED:
    'A lazily loaded part did not arrive. After a deployment, old chunks must stay available for open pages.',
  WALLET_NOT_FOUND: 'No wallet of the list has this id.',
  WALLET_LOCKED:
    'Reserved, nothing raises it yet. The wallet did not answer for 30 seconds; it is probably locked or shows a request elsewhere.',
  WALLET_BAD_ANSWER:
    'The wallet’s answer has not the form its standard asks for. The context names method and type, please tell the wallet’s makers.',
  SWITCH_REJECTED: 'The visitor refused the network switch in the wallet.',
  SWITCH_FAILED:
    'The wallet could not switch. `context.walletCode` and `context.walletMessage` hold its own words; "no-https-rpc-url" means that the network has no URL a wallet would take.',
  NOT_CONNECTED: 'The verb needs a connected wallet.',
  SIGN_REJECTED: 'The visitor refused to sign in the wallet. Offer to try again.',
  CAIP_ADDRESS_MISSING: 'A CAIP-10 address was expected, and the value is no text at all.',
  INVALID_AMOUNT:
    'An amount is a decimal text such as "0.25", without sign and exponent, with no more decimals than the currency has.',
  NAME_RESOLVE_FAILED: 'The name service could not be asked for this name. Check `endpoints.api`.',
  NAME_SUGGESTIONS_FAILED:
    'Reserved, nothing raises it yet. The name service gave no suggestions. Check `endpoints.api`.',
  NAME_LOOKUP_FAILED:
    'Reserved, nothing raises it yet. The name service could not be asked for this address. Check `endpoints.api`.',
  NAME_REGISTER_FAILED:
    'Reserved, nothing raises it yet. The name was not registered. The cause has the reasons of the service.',
  CLIENTS_NOT_SET:
    'Reserved, nothing raises it yet. The engine was used before it was created. Please report it.',
  IFRAME_NOT_SET: '`endpoints.frame` is not set, or the widget is not in the page yet.',
  PARENT_NOT_SET:
    'Reserved, nothing raises it yet. The wallet frame has no page around it. Please report it.',
  TOKEN_REQUIRED: 'A transfer names no token, or a token transfer has no contract address.',
  SEND_INCOMPLETE:
    'A transfer needs an amount above zero and a receiver. Of a call of the host’s own, `context.reason` says what it lacks.',
  SEND_REJECTED: 'The visitor refused the transaction in the wallet. Offer to try again.',
  SEND_FAILED:
    'The wallet or the chain refused it. `context.hash`, where it is, was sent and then failed or was replaced; `context.hashes` are all that were sent. `context.walletMessage`: the wallet’s own words.',
  SEND_UNKNOWN:
    'The wallet’s answer did not come, so the transaction may have been sent. The widget looks for it on the chain; never send it again blindly.',
  SEND_BUSY:
    'A transfer of this account still waits in the wallet, asked for here or in another tab. Wait for its answer.',
  NFTS_FAILED: 'The collectibles could not be read from `endpoints.api`. See the cause.',
  RECEIVER_INVALID: 'The receiver is no address of this namespace, or its checksum is wrong.',
  INSUFFICIENT_FUNDS: 'The account does not hold the amount, or not the fee on top of it.',
  FRAME_UNSUPPORTED:
    'The wallet frame is older than this widget, or its operator left this out. See `frame.can(name)`.',
  RPC_STALE:
    'The node that the context names is over 20 blocks behind another of its network, and asked last until it has caught up. Replace it in `customRpcUrls` or `rpcUrls` if it does not.',
  RECENTS_FORGOTTEN:
    'The browser keeps no IndexedDB for this page: the wallets that were used last are known until it is left. A notice tells the visitor.',
}
