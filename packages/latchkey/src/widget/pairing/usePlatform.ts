import { useState } from 'react'
import { type LinkPlatform, linkPlatform } from '../../engine/base/linkPlatform.ts'
import { useWidget } from '../shell/useWidget.ts'

/** What the page runs in. */
export function usePlatform(): LinkPlatform {
  const { platform } = useWidget()
  return useState(() => platform ?? linkPlatform())[0]
}
