/** Index of the tab a key leads to, or null when it leads nowhere; arrows follow the direction of the text. */
export function nextTab(key: string, index: number, count: number, rtl: boolean): number | null {
  if (count === 0) return null
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  const step = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0
  if (step === 0) return null
  return (index + (rtl ? -step : step) + count) % count
}
