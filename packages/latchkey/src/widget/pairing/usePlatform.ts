import { useState } from 'react'
import { linkPlatform } from '../../engine/pair/linkPlatform.ts'
import type { LinkPlatform } from '../../engine/pair/walletLinks.ts'
import { useWidget } from '../shell/useWidget.ts'

/** What the page runs in. */
export function usePlatform(): LinkPlatform {
  const { platform } = useWidget()
  return useState(() => platform ?? linkPlatform())[0]
}
