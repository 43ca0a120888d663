'use client'

/** `latchkey/react`: provider, hooks and buttons. */
export { AccountButton } from './widget/react/AccountButton.tsx'
export { ConnectButton } from './widget/react/ConnectButton.tsx'
export { LatchkeyProvider } from './widget/react/LatchkeyProvider.tsx'
export { NetworkButton } from './widget/react/NetworkButton.tsx'
export { useAccount } from './widget/react/useAccount.ts'
export { type Connect, useConnect } from './widget/react/useConnect.ts'
export { type Disconnect, useDisconnect } from './widget/react/useDisconnect.ts'
export { type HookOptions, useLatchkey } from './widget/react/useLatchkey.ts'
export { useLatchkeyState } from './widget/react/useLatchkeyState.ts'
export { type NetworkAccess, useNetwork } from './widget/react/useNetwork.ts'
export { useWallets } from './widget/react/useWallets.ts'
