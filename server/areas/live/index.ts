export { LiveHub } from './hub.ts';
export { liveRoutes } from './routes.ts';
