/** Tabler icons that Plinth ships, offered by the icon picker. Outline unless the name ends in -filled. */
export const ICONS = `
abc activity address-book adjustments adjustments-horizontal alarm alert-circle alert-octagon alert-triangle
align-center align-left align-right ambulance anchor antenna api app-window apple apps archive arrow-back arrow-back-up
arrow-bar-down arrow-bar-up arrow-down arrow-forward arrow-forward-up arrow-left arrow-merge arrow-narrow-down
arrow-narrow-up arrow-right arrow-up arrow-up-right arrows-diagonal arrows-diff arrows-exchange arrows-horizontal
arrows-left-right arrows-maximize arrows-minimize arrows-move arrows-right-left arrows-shuffle arrows-sort arrows-split
arrows-vertical article asterisk at atom award award-filled baby-carriage backpack badge ball-football ban barcode
basket battery beach bed bell bell-off bike binary-tree blockquote bold bolt bone book book-2 bookmark bookmark-filled
books border-all bottle box box-multiple box-padding braces briefcase brightness-up broadcast browser brush bubble bug
building building-bank building-community building-factory building-skyscraper building-store building-warehouse bulb
bus cake calculator calendar calendar-clock calendar-due calendar-event calendar-month calendar-plus calendar-stats
calendar-time camera campfire car car-crane caret-down cash category certificate chart-area chart-bar chart-donut
chart-dots chart-line chart-pie check checkbox checklist checks chef-hat chevron-down chevron-left chevron-right
chevron-up chevrons-down chevrons-left chevrons-right chevrons-up circle circle-check circle-check-filled circle-dashed
circle-dot circle-minus circle-plus circle-x clipboard clipboard-check clipboard-copy clipboard-data clipboard-list
clipboard-text clock clock-hour-4 cloud cloud-download cloud-off cloud-upload code coffee coin coins color-picker
color-swatch columns columns-1 columns-2 columns-3 compass components confetti container cookie copy cpu credit-card
crown csv currency-dollar currency-euro currency-pound cursor-text dashboard database database-export database-import
database-off database-search decimal deselect device-desktop device-floppy device-laptop device-mobile device-tablet devices diamond
dice dimensions discount dog door door-exit dots dots-vertical download drag-drop droplet edit elevator engine eraser
exchange external-link eye eye-check eye-off face-id feather file file-alert file-analytics file-check file-code
file-description file-dollar file-download file-export file-import file-info file-invoice file-music file-off file-plus
file-search file-spreadsheet file-text file-type-csv file-type-pdf file-upload file-zip files filter filter-off
filter-plus fingerprint fish flag flag-filled flame flask flower folder folder-open folder-plus folders forbid forms
friends function gauge ghost gift git-branch git-merge globe grid-dots grip-horizontal grip-vertical growth h-1 h-2 h-3
hammer hanger hash heading headphones headset heart heart-filled heartbeat help help-circle hierarchy hierarchy-2
highlight history home home-2 hotel-service hourglass html icons id id-badge id-badge-2 inbox indent-decrease
indent-increase infinity info-circle italic json key keyboard language layers-intersect layout layout-2 layout-board
layout-bottombar layout-cards layout-collage layout-columns layout-dashboard layout-distribute-horizontal layout-grid
layout-grid-add layout-kanban layout-list layout-navbar layout-rows layout-sidebar layout-sidebar-left-collapse
layout-sidebar-left-expand layout-sidebar-right-expand leaf lego letter-case letter-t library license lifebuoy line line-dashed link link-off list
list-check list-details list-numbers list-search list-tree loader loader-2 location lock lock-open login login-2 logout
mail mail-forward mail-opened man map map-2 map-pin markdown math-function maximize medal menu menu-2 menu-order
message message-2 message-circle message-dots message-plus message-reply messages meteor microphone microscope minimize
minus mood-empty mood-happy mood-sad mood-smile moon mountain mouse movie music needle-thread news note notebook notes
number number-123 package package-export package-import packages paint palette paperclip parachute password paw peace
pencil pencil-plus pepper percentage phone phone-call photo photo-off photo-plus picture-in-picture pig pill pin pinned
pizza plane plane-departure plant plant-2 player-pause player-play player-stop plug plug-connected plug-x plus point
point-filled power presentation presentation-analytics printer progress prompt puzzle qrcode question-mark quote radar
radio rectangle refresh relation-many-to-many relation-one-to-many relation-one-to-one repeat replace report
report-analytics report-money restore road robot rocket rosette-discount rotate rotate-clockwise-2 route router
row-insert-bottom ruler ruler-2 run sailboat salad scale school scissors scooter search search-off section select
selector send separator separator-horizontal server server-2 server-cog settings settings-2 share shield shield-check
shield-lock ship shirt shoe shopping-bag shopping-cart signature sitemap skateboard slash slideshow smart-home social
sofa solar-panel sort-ascending sort-ascending-letters sort-descending sort-descending-letters soup spacing-horizontal
spacing-vertical sparkles speakerphone square square-check square-plus square-rounded stack stack-2 stairs star
star-filled star-half-filled stars steering-wheel stethoscope sticker storm subtask sum sun swimming switch
switch-horizontal switch-vertical table table-alias table-column table-export table-import table-off table-options
table-plus table-row tag tags target target-arrow template tent terminal terminal-2 test-pipe text-caption text-plus
text-size text-wrap thermometer thumb-down thumb-up ticket timeline toggle-left toggle-right tool tools tools-kitchen-2
tooltip topology-star tower train transfer transform trash trash-x tree trees trending-down trending-up triangle
trolley trophy truck truck-delivery typography umbrella underline universe unlink upload user user-check user-circle
user-cog user-edit user-minus user-off user-plus user-question user-search user-shield user-star user-x users
users-group variable vector versions video view-360 viewport-wide virus volume wallet wand wand-off waves-electricity
weight wheel wifi wind windmill window woman world world-upload world-www writing x yoga zoom-in zoom-out
`
  .trim()
  .split(/\s+/);
