/** Types whose values stand below each other by their last digit. */
export const NUMERIC = new Set(['integer', 'decimal', 'money', 'percent', 'duration']);
