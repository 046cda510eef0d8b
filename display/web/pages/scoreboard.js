import {listen} from './live.js';
import {showTable} from './table.js';

listen('/events', showTable);
