import{i as e}from"./rolldown-runtime.js";import{Kt as t,Rr as n,_t as r,ot as i,wt as a}from"./shared.js";import{z as o}from"./index.js";import{t as s}from"./watch.js";var c=`unsent-`;i({hasUnsent:()=>a(c)});var l=e(n(),1),u=250;function d(e){let t=()=>{cancelAnimationFrame(r),clearTimeout(i)},n=()=>{t(),e()},r=requestAnimationFrame(n),i=setTimeout(n,u);return t}var f=r(`
  query Conversations($input: ConversationListInput) {
    conversations(input: $input) {
      next
      items {
        id channelId channelName channelKind address addressKind contactId contactName status unreadCount windowUntil activeAt updatedAt
        assignedTo { id name }
        lastMessage { id direction body status occurredAt }
      }
    }
  }
`),p=r(`
  query Conversation($id: ID!) {
    conversation(id: $id) {
      id channelId channelName channelKind address addressKind contactId contactName status unreadCount windowUntil activeAt updatedAt
      assignedTo { id name }
      lastMessage { id direction body status occurredAt }
    }
  }
`),m=r(`query UnreadConversations { conversations(input: { unread: true, limit: 100 }) { next items { id unreadCount } } }`),h=r(`
  subscription ConversationChanged {
    conversationChanged {
      id channelId channelName channelKind address addressKind contactId contactName status unreadCount windowUntil activeAt updatedAt
      assignedTo { id name }
      lastMessage { id direction body status occurredAt }
    }
  }
`),g=r(`
  query ConversationMessages($input: ConversationMessagesInput!) {
    conversationMessages(input: $input) {
      next
      items {
        id direction body subject templateName status occurredAt deliveredAt readAt errorCode errorText reference by
        media { contentType fileName size caption status }
      }
    }
  }
`),_=r(`
  subscription MessageChanged($conversationId: ID!) {
    messageChanged(conversationId: $conversationId) {
      id direction body subject templateName status occurredAt deliveredAt readAt errorCode errorText reference by
      media { contentType fileName size caption status }
    }
  }
`),v=r(`
  mutation Reply($input: ReplyInput!) {
    replyToConversation(input: $input) {
      id body subject templateName status occurredAt deliveredAt readAt errorCode errorText
      media { contentType fileName size caption status }
    }
  }
`),y=r(`
  mutation AddConversationNote($input: AddConversationNoteInput!) {
    addConversationNote(input: $input) {
      id direction body subject templateName status occurredAt deliveredAt readAt errorCode errorText reference by
      media { contentType fileName size caption status }
    }
  }
`),b=r(`
  mutation MarkConversationRead($input: ConversationIdInput!) {
    markConversationRead(input: $input) {
      id channelId channelName channelKind address addressKind contactId contactName status unreadCount windowUntil activeAt updatedAt
      assignedTo { id name }
      lastMessage { id direction body status occurredAt }
    }
  }
`),x=r(`
  mutation AssignConversation($input: AssignConversationInput!) {
    assignConversation(input: $input) {
      id channelId channelName channelKind address addressKind contactId contactName status unreadCount windowUntil activeAt updatedAt
      assignedTo { id name }
      lastMessage { id direction body status occurredAt }
    }
  }
`),S=r(`
  mutation SetConversationStatus($input: SetConversationStatusInput!) {
    setConversationStatus(input: $input) {
      id channelId channelName channelKind address addressKind contactId contactName status unreadCount windowUntil activeAt updatedAt
      assignedTo { id name }
      lastMessage { id direction body status occurredAt }
    }
  }
`),C=r(`
  subscription Typing($conversationId: ID!) { typing(conversationId: $conversationId) { conversationId isTyping user { id name } } }
`),w=r(`mutation SetTyping($input: SetTypingInput!) { setTyping(input: $input) }`),T=r(`query QuickReplies { quickReplies { id shortcut body updatedAt } }`),E=r(`mutation SaveQuickReply($input: QuickReplyInput!) { saveQuickReply(input: $input) { id shortcut body updatedAt } }`),D=r(`mutation DeleteQuickReply($input: QuickReplyIdInput!) { deleteQuickReply(input: $input) }`),O=r(`query UserLookup { userLookup { id name } }`),k=r(`query ConversationAssignees { conversationAssignees { id name } }`),A=r(`query FileLimits { channelLookup { id fileLimits { image video audio other } } }`),j=r(`query ChannelLookup { channelLookup { id name kind } }`),M=new WeakMap;function N(){let e=t(),n=(0,l.useMemo)(()=>{let t=M.get(e)??new F(e);return M.set(e,t),t},[e]);return(0,l.useEffect)(()=>n.start(),[n]),n}var P=250,F=class{waiting=new Map;listeners=new Set;restoredListeners=new Set;events=0;seen=new Map;unschedule;flushedAt=-250;users=0;end=()=>{};client;constructor(e){this.client=e}start(){return this.users++===0&&(o.addEventListener(`restored`,this.restored),this.end=s(this.client,h,{},({conversationChanged:e})=>this.receive(e),this.restored)),()=>{--this.users>0||(o.removeEventListener(`restored`,this.restored),this.end(),this.unschedule?.(),this.unschedule=void 0)}}listen(e,t){return this.listeners.add(e),t&&this.restoredListeners.add(t),()=>{this.listeners.delete(e),t&&this.restoredListeners.delete(t)}}answer(e,t){let n=(this.seen.get(e.id)??0)<=t;return n&&this.push(e),n}receive(e){this.seen.set(e.id,++this.events),this.push(e)}push(e){if(this.waiting.set(e.id,e),this.unschedule)return;let t=this.flushedAt+P-performance.now();if(t>0){let e=setTimeout(this.flush,t);this.unschedule=()=>clearTimeout(e)}else this.unschedule=d(this.flush)}flush=()=>{this.unschedule=void 0,this.flushedAt=performance.now();let e=[...this.waiting.values()];this.waiting.clear(),this.listeners.forEach(t=>t(e))};restored=()=>this.restoredListeners.forEach(e=>e())},I=`firmhub-inbox-sound`,L=6e4,R=2e3,z=localStorage.getItem(I)===`on`,B=new Set;addEventListener(`storage`,({key:e,newValue:t})=>{e===I&&(z=t===`on`,B.forEach(e=>e()))});function V(e){return B.add(e),()=>B.delete(e)}function H(){return[(0,l.useSyncExternalStore)(V,()=>z),U]}function U(e){localStorage.setItem(I,e?`on`:`off`),z=e,B.forEach(e=>e()),z&&Y()}function W(e,t){let[n]=H(),r=(0,l.useRef)(new Map);(0,l.useEffect)(()=>{if(!n)return;let i=-2e3;return e.listen(e=>{let n=e.filter(({id:e,lastMessage:n,unreadCount:i})=>{let a=Date.now()-Date.parse(n?.occurredAt??``)<L,o=n?.direction===`Inbound`&&a&&r.current.get(e)!==n.id;return r.current.set(e,n?.id??``),o&&i>0&&(e!==t||document.hidden)}).map(({lastMessage:e})=>e?.id??``);n.length>0&&performance.now()-i>R&&(i=performance.now(),G(n))})},[e,n,t])}async function G(e){let t=performance.now();await J().resume(),(await Promise.all(e.map(K))).includes(!0)&&performance.now()-t<R&&Y()}function K(e){let{locks:t}=navigator;return t?new Promise(n=>{t.request(`${I}-${e}`,{ifAvailable:!0},e=>(n(e!==null),e&&new Promise(e=>setTimeout(e,L))))}):Promise.resolve(!0)}var q;function J(){return q??=new AudioContext}function Y(){let e=J(),{currentTime:t,destination:n}=e;for(let[r,i]of[[0,660],[.12,880]]){let a=e.createOscillator(),o=e.createGain();a.frequency.value=i,o.gain.setValueAtTime(.12,t+r),o.gain.exponentialRampToValueAtTime(.001,t+r+.18),a.connect(o).connect(n),a.start(t+r),a.stop(t+r+.2)}}export{d as C,m as S,v as _,k as a,S as b,p as c,A as d,_ as f,b as g,T as h,x as i,f as l,y as m,H as n,j as o,g as p,N as r,O as s,W as t,D as u,E as v,c as w,C as x,w as y};