import { useState } from 'react'
import { linkPlatform } from '../../engine/flows/pair/linkPlatform.ts'
import type { LinkPlatform } from '../../engine/flows/pair/walletLinks.ts'
import { useWidget } from '../shell/useWidget.ts'

/** What the page runs in. */
export function usePlatform(): LinkPlatform {
  const { platform } = useWidget()
  return useState(() => platform ?? linkPlatform())[0]
}
