/** The methods and events that are requested from wallets in each ecosystem, from the public method references. */
export interface NamespaceData {
  readonly methods: readonly string[]
  readonly events: readonly string[]
}

/** The one namespace whose wallets sign in with the approval itself: the protocol's recaps (ERC-5573) are defined for it. */
export const recapNamespace = 'eip155'

const moved = ['chainChanged', 'accountsChanged'] as const

/** By namespace. `eth_sign` is left out on purpose: it signs whatever it is given. */
export const namespaceData: Readonly<Record<string, NamespaceData>> = {
  eip155: {
    methods: [
      'personal_sign',
      'eth_sendTransaction',
      'eth_signTransaction',
      'eth_signTypedData',
      'eth_signTypedData_v4',
      'eth_accounts',
      'eth_requestAccounts',
      'wallet_switchEthereumChain',
      'wallet_addEthereumChain',
      'wallet_watchAsset',
      'wallet_getPermissions',
      'wallet_requestPermissions',
      'wallet_revokePermissions',
      'wallet_getCapabilities',
      'wallet_sendCalls',
      'wallet_getCallsStatus',
      'wallet_showCallsStatus',
      'wallet_getAssets',
      'wallet_grantPermissions',
      'wallet_pay',
    ],
    events: [...moved, 'message', 'connect', 'disconnect'],
  },
  solana: {
    methods: [
      'solana_signMessage',
      'solana_signTransaction',
      'solana_signAllTransactions',
      'solana_signAndSendTransaction',
      'solana_getAccounts',
      'solana_requestAccounts',
    ],
    events: moved,
  },
  polkadot: { methods: ['polkadot_signTransaction', 'polkadot_signMessage'], events: moved },
  bip122: {
    methods: ['sendTransfer', 'signMessage', 'signPsbt', 'getAccountAddresses'],
    events: [...moved, 'bip122_addressesChanged'],
  },
  cosmos: { methods: ['cosmos_getAccounts', 'cosmos_signDirect', 'cosmos_signAmino'], events: moved },
  sui: {
    methods: [
      'sui_getAccounts',
      'sui_signPersonalMessage',
      'sui_signTransaction',
      'sui_signAndExecuteTransaction',
    ],
    events: moved,
  },
  stacks: {
    methods: [
      'stx_getAddresses',
      'stx_transferStx',
      'stx_signTransaction',
      'stx_signMessage',
      'stx_signStructuredMessage',
      'stx_callContract',
    ],
    events: [...moved, 'stx_chainChanged', 'stx_accountsChanged'],
  },
}
