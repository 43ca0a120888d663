/** `latchkey/ui`: the parts that the wallet's own page is drawn with. Only in the repository: it is not published. */

export { adoptCss, createSheet } from './ui/stage/adoptCss.ts'
export { StageContext, type StageSurface } from './ui/stage/StageContext.tsx'
export { default as stageCss } from './ui/stage/stage.css'
export { type ThemeVariables, themeCss } from './ui/theme/themeCss.ts'
export { tokensCss } from './ui/theme/tokensCss.ts'
