// The same with many more scenes.
process.env.PLINTH_FEED_RUNS ??= '400';
await import('./feed-model.test.js');
