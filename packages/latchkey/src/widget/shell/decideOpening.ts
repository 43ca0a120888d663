import type { ChainNamespace } from '../../contract/caip.ts'
import type { ViewName } from '../../contract/views.ts'

/** The request of `open()`. */
export interface OpeningRequest {
  readonly view?: ViewName | undefined
  readonly data?: unknown
  readonly namespace?: ChainNamespace | undefined
}

/** The situation at the moment of opening. */
export interface OpeningSituation {
  readonly activeNamespace: ChainNamespace
  readonly hasAdapters: boolean
  readonly manualPairing: boolean | undefined
  /** The widget is a pairing dialog and nothing else (SPEC-NOTES §1 "basic"). */
  readonly basic: boolean | undefined
  readonly phone: boolean
  isConnected(namespace: ChainNamespace): boolean
  /** On a network the host neither lists nor tolerates. */
  isStranded(namespace: ChainNamespace): boolean
  /** Signing in is required and has not been done. */
  owesSignIn(namespace: ChainNamespace): boolean
  isRegistered(view: ViewName): boolean
  needsConnection(view: ViewName): boolean | undefined
}

export interface Opening {
  readonly view: ViewName
  readonly data: unknown
  /** Made the active one before anything is shown. */
  readonly namespace: ChainNamespace
}

/** The opening rules of SPEC §2 "Navigation rules", in their order. A view no room brings yet is passed over. */
export function decideOpening(request: OpeningRequest, now: OpeningSituation): Opening {
  const namespace = request.namespace ?? now.activeNamespace
  const connected = now.isConnected(namespace)
  const show = (view: ViewName, data?: unknown): Opening => ({ view, data, namespace })

  const { view } = request
  // What a wallet of our own asks comes before all: the signature for the host would wait behind it unseen.
  if (view === 'ApproveTransaction') return show(view)
  const pairing = now.phone ? 'AllWallets' : 'ConnectingWalletConnectBasic'
  if ((now.manualPairing || ((now.basic || !now.hasAdapters) && !connected)) && now.isRegistered(pairing))
    return show(pairing)

  // Nothing else is shown before the signature that the host asks for (SPEC §4).
  if (
    connected &&
    !now.isStranded(namespace) &&
    now.owesSignIn(namespace) &&
    now.isRegistered('SIWXSignMessage')
  )
    return show(view === 'DataCapture' ? view : 'SIWXSignMessage')

  const shown = view !== undefined && view !== 'Account' && now.isRegistered(view)
  if (shown && (connected || !now.needsConnection(view))) return show(view, request.data)
  if (!connected) return show('Connect')
  if (now.isStranded(namespace) && now.isRegistered('UnsupportedChain')) return show('UnsupportedChain')
  return show('Account', view === 'Account' ? request.data : undefined)
}
